// Loaded into a server that run-program.mjs starts: however that process ends, SIGKILL too, the server is asked to stop.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening alone must not keep the server from ending by itself.
process.channel?.unref();
