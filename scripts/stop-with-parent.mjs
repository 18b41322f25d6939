// Loaded into each server that run-program.mjs starts. When that process ends, even by SIGKILL, the server is asked to stop.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel to that process must not keep the server from ending by itself.
process.channel?.unref();
