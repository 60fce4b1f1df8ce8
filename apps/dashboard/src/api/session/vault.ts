/**
 * Stores one text in the browser under a name. `encrypted`: in localStorage, AES-GCM with a non-extractable key in
 * IndexedDB. `tab`: in sessionStorage unencrypted, for this tab only. Used without Web Crypto, which is the case on
 * plain http except localhost, or without IndexedDB.
 */
export interface Vault {
  readonly kind: 'encrypted' | 'tab'
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
  readonly clear: () => void
  /** Called when another tab wrote or cleared the text. Returns the function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void
}

export async function openVault(name: string): Promise<Vault> {
  const key = await openKey(name)
  return key ? encryptedVault(name, key) : tabVault(name)
}

function encryptedVault(name: string, key: CryptoKey): Vault {
  return {
    kind: 'encrypted',
    async read() {
      const sealed = localStorage.getItem(name)
      return sealed === null ? undefined : decrypt(key, sealed)
    },
    async write(text) {
      localStorage.setItem(name, await encrypt(key, text))
    },
    clear: () => localStorage.removeItem(name),
    onChange(listener) {
      const changed = (event: StorageEvent) => {
        if (event.storageArea === localStorage && (event.key === name || event.key === null)) listener()
      }
      window.addEventListener('storage', changed)
      return () => window.removeEventListener('storage', changed)
    },
  }
}

export function tabVault(name: string): Vault {
  return {
    kind: 'tab',
    read: async () => sessionStorage.getItem(name) ?? undefined,
    write: async (text) => sessionStorage.setItem(name, text),
    clear: () => sessionStorage.removeItem(name),
    onChange: () => () => {},
  }
}

const ivLength = 12

async function encrypt(key: CryptoKey, text: string): Promise<string> {
  // An AES-GCM iv must never be used twice with one key.
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

async function decrypt(key: CryptoKey, sealed: string): Promise<string | undefined> {
  try {
    const bytes = fromBase64(sealed)
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, ivLength) }
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.slice(ivLength)))
  } catch {
    // Other content, damaged, or the key was deleted with the site data: signed out.
    return undefined
  }
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** The key of this browser, created on first use; undefined without Web Crypto or IndexedDB. */
async function openKey(name: string): Promise<CryptoKey | undefined> {
  // `crypto.subtle` is typed as defined, but exists only in secure contexts.
  if (!globalThis.crypto?.subtle || typeof indexedDB === 'undefined') return undefined
  try {
    const database = await openDatabase()
    const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    const key = await keepFirst(database, name, fresh)
    database.close()
    return key
  } catch {
    // Private windows of some browsers do not allow the database.
    return undefined
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('mqdeck', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('keys')
  return settled(request)
}

/** Two tabs may start simultaneously: the first transaction creates the key for both. */
async function keepFirst(database: IDBDatabase, name: string, fresh: CryptoKey): Promise<CryptoKey> {
  const keys = database.transaction('keys', 'readwrite').objectStore('keys')
  const kept: unknown = await settled(keys.get(name))
  if (kept instanceof CryptoKey) return kept
  await settled(keys.put(fresh, name))
  return fresh
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
