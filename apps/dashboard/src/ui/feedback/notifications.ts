import { ownStorageName } from '../../lib/browser/base-path.ts'
import { createValue } from '../../lib/json/value.ts'

/** A toast that was shown to the user. */
export interface Notification {
  readonly id: number
  readonly kind: 'success' | 'info' | 'error'
  readonly text: string
  readonly detail?: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

const maxNotifications = 200
const storageName = ownStorageName('notifications')
const stored = createValue<readonly Notification[]>(read())

/** The notifications of this session, newest first, up to 200. They survive a reload of the tab. */
export const notifications = { get: stored.get, subscribe: stored.subscribe } as const

export function remember(content: Pick<Notification, 'kind' | 'text' | 'detail'>): void {
  const [last] = stored.get()
  keep([{ ...content, id: (last?.id ?? 0) + 1, at: Date.now() }, ...stored.get()].slice(0, maxNotifications))
}

/** Called when the session ends too: the next user must not see them. */
export function forgetNotifications(): void {
  keep([])
}

function keep(next: readonly Notification[]): void {
  stored.set(next)
  try {
    sessionStorage.setItem(storageName, JSON.stringify(next))
  } catch {
    // Storage is blocked or full: notifications last until the page is closed.
  }
}

function read(): readonly Notification[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(value) ? value.filter(isNotification) : []
  } catch {
    // Storage is not available, or has other content.
    return []
  }
}

function isNotification(value: unknown): value is Notification {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'kind' in value &&
    (value.kind === 'success' || value.kind === 'info' || value.kind === 'error') &&
    'text' in value &&
    typeof value.text === 'string' &&
    'at' in value &&
    typeof value.at === 'number' &&
    (!('detail' in value) || typeof value.detail === 'string')
  )
}
