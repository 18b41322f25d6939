/** Settings of a server that make its first superuser. */
export const ADMIN = { ADMIN_EMAIL: 'admin@wardvoice.example', ADMIN_PASSWORD: 'an evening in november' };

export interface AdminSession {
  token: string;
  /** What a tab keeps of it: the entries of the session storage. */
  entries: readonly (readonly [string, string])[];
}

/** Signs the first superuser in over the API, and chooses the organisation that the benchmark's server has. */
export async function signInAdmin(url: string): Promise<AdminSession> {
  const login = await callApi(`${url}/api/v1/login`, 'POST', {
    body: { username: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD },
  });
  const token = String(login['auth_token']);
  const chosen = await callApi(`${url}/api/v1/session/application`, 'PUT', { token, body: { application_id: 1 } });
  const { data, ...rest } = chosen;
  const kept = { ...rest, auth_token: token, current_user: data };
  return { token, entries: Object.entries(kept).map(([key, value]) => [`wardvoice.${key}`, JSON.stringify(value)]) };
}

/** Makes a call and returns its JSON. Throws with what the server said when it refuses. */
export async function callApi(
  address: string,
  method: string,
  { token, body, headers = {} }: { token?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method,
    headers: {
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
