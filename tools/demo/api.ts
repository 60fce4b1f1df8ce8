import { user } from './server.ts'

/** Calls the management API as the first user. Throws if the response is an error. */
export type Api = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>

/** Signs in to the dashboard at this address. */
export async function signIn(url: string): Promise<Api> {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(`${url}/api/v5${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
  const answer = await send('POST', '/login', user, {})
  const token = typeof answer === 'object' && answer && 'token' in answer ? String(answer.token) : ''
  return (method, path, body) => send(method, path, body, { authorization: `Bearer ${token}` })
}
