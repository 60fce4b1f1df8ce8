import type { BrowserContext } from 'playwright-core'

/** The parts of the response of `POST /login` that the dashboard stores. */
interface Login {
  readonly token: string
  readonly version: string
  readonly role?: string
  readonly license: { readonly edition: string }
}

/**
 * Signs in all pages of a context without the login page, which takes longer than most tests: stores the session as
 * `vault.ts` of the dashboard does.
 */
export async function storeSession(context: BrowserContext, username: string, login: Login): Promise<void> {
  const { token, version, role, license } = login
  const session = JSON.stringify({ username, token, version, role, edition: license.edition })
  const page = await context.newPage()
  // Any address of the server without the dashboard.
  await page.goto('/favicon.svg')
  await page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const opening = indexedDB.open('mqdeck', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    const database = await done(opening)
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await done(database.transaction('keys', 'readwrite').objectStore('keys').put(key, 'userInfo'))
    database.close()
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(${JSON.stringify(session)})
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
    localStorage.setItem('userInfo', btoa(String.fromCharCode(...iv, ...sealed)))
  })()`)
  await page.close()
}
