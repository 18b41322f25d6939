import { afterEach } from 'vitest';
import { undoAll } from './undo.ts';

// Vitest runs this before each file, and a module that tests import only once in a process.
afterEach(undoAll);
