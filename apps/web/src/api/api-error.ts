import { errorReply } from '@wardvoice/contract';
import { inOwnWords } from './sentences.ts';

/** A reply that is an error. The status is 0 where no reply came. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  /** Errors by the name of the field inside the body's wrapper. */
  readonly errors: Record<string, string[]>;
  /** The body of the reply, for callers that need more than its message. */
  readonly body: unknown;

  constructor(
    status: number,
    statusText: string,
    message: string,
    errors: Record<string, string[]> = {},
    body: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.statusText = statusText;
    this.errors = errors;
    this.body = body;
  }

  /** Status and text, such as "404 Not Found". HTTP/2 sends no status text. */
  get title(): string {
    return [this.status || '', this.statusText].join(' ').trim();
  }

  /** What kind of error it is, where the server says so. */
  get type(): string | undefined {
    return errorReply.safeParse(this.body).data?.type;
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Whether the server refused a request, so that it would refuse it again. */
export const isRefused = (error: unknown): boolean => error !== null && !asApiError(error).isPassing;

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export async function errorFrom(response: Response): Promise<ApiError> {
  const statusText = response.statusText || STATUS_TEXTS[response.status] || '';
  const body: unknown = await response.json().catch(() => null);
  const parsed = errorReply.safeParse(body);
  return parsed.success
    ? new ApiError(response.status, statusText, inOwnWords(parsed.data.message), translated(parsed.data.errors), body)
    : new ApiError(response.status, statusText, statusText);
}

const translated = (errors: Record<string, string[]> = {}): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(inOwnWords)]));

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, '', error instanceof Error ? error.message : String(error));
}
