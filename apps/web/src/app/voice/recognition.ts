import { MAX_ALTERNATIVES } from './voice-commands.ts';

/** The part of the Web Speech API that is used here. TypeScript has no types for it. */
interface SpeechRecognition extends EventTarget {
  lang: string;
  continuous: boolean;
  maxAlternatives: number;
  start(): void;
  abort(): void;
}

interface RecognitionResult extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

interface RecognitionError extends Event {
  error: string;
}

type Recognizer = new () => SpeechRecognition;

/** Browsers end listening every minute or two. It is started again, at most once in this time. */
const RESTART_MS = 1_000;

function recognizer(): Recognizer | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, Recognizer | undefined>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

export const canListen = (): boolean => recognizer() !== undefined;

interface Hearing {
  /** What is spoken, such as "en-US". */
  language: string;
  onHeard: (alternatives: string[]) => void;
  /** `blocked`: the microphone was denied, and listening has ended. */
  onTrouble: (trouble: 'blocked' | 'network') => void;
}

/** Listens until the returned function is called. */
export function listen({ language, onHeard, onTrouble }: Hearing): () => void {
  const Recognition = recognizer();
  if (!Recognition) return () => undefined;
  const recognition = new Recognition();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.maxAlternatives = MAX_ALTERNATIVES;
  let stopped = false;
  let startedAt = 0;
  let timer: number | undefined;
  const start = () => {
    if (stopped) return;
    startedAt = Date.now();
    recognition.start();
  };
  recognition.addEventListener('result', (event) => {
    const { results } = event as RecognitionResult;
    const last = results[results.length - 1];
    if (last) onHeard(Array.from(last, ({ transcript }) => transcript));
  });
  recognition.addEventListener('error', (event) => {
    const { error } = event as RecognitionError;
    if (error === 'not-allowed' || error === 'service-not-allowed') {
      stopped = true;
      onTrouble('blocked');
    } else if (error === 'network') onTrouble('network');
  });
  recognition.addEventListener('end', () => {
    timer = window.setTimeout(start, Math.max(0, RESTART_MS - (Date.now() - startedAt)));
  });
  start();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    recognition.abort();
  };
}
