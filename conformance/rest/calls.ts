interface Callee {
  /** `http://127.0.0.1:1234` */
  readonly url: string
  readonly token: string
}

/** Token of a user, by default the first one. */
export async function login(url: string, user = { username: 'admin', password: 'public' }): Promise<string> {
  const response = await fetch(`${url}/api/v5/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'token' in answer) return String(answer.token)
  throw new Error(`${url} gave no token: ${response.status} ${JSON.stringify(answer)}`)
}

/** Response to a GET below `/api/v5`. Undefined if it is not JSON. */
export async function getJson({ url, token }: Callee, path: string): Promise<unknown> {
  const response = await fetch(`${url}/api/v5${path}`, { headers: { authorization: `Bearer ${token}` } })
  return response.headers.get('content-type')?.startsWith('application/json') === true ? response.json() : undefined
}
