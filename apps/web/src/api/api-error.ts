import { errorReply } from '@wardvoice/contract';

/** Any answer that is not a good one, and also no answer at all: then the status is 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  /** By field, inside the body's wrapper. */
  readonly errors: Record<string, string[]>;
  /** The answer as it came, where more than a message was wanted. */
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

  /** "404 Not Found"; HTTP/2 sends no status text. */
  get title(): string {
    return [this.status || '', this.statusText].join(' ').trim();
  }

  /** Trying the same again may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

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
    ? new ApiError(response.status, statusText, parsed.data.message, parsed.data.errors, body)
    : new ApiError(response.status, statusText, statusText);
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, '', error instanceof Error ? error.message : String(error));
}
