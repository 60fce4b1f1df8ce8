import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { createValue } from '../../lib/json/value.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { type Notification, notifications, remember } from './notifications.ts'
import { Paragraphs } from './state.tsx'
import styles from './toast.module.css'

interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

interface Toast extends Pick<Notification, 'kind' | 'text' | 'detail'> {
  readonly id: number
  /** A link to details or a reversal; clicking it closes the toast. */
  readonly action?: ToastAction | undefined
}

const icons = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle } as const

const shown = createValue<readonly Toast[]>([])
const lifetimes = { success: 4000, info: 4000, error: 9000 } as const
/** Milliseconds to read the text and reach the button. */
const lifetimeWithAction = 10_000
const maxToasts = 4
let lastId = 0

// Cleared notifications also disappear as toasts.
notifications.subscribe(() => {
  if (notifications.get().length === 0) shown.set([])
})

/**
 * Shows the result of an action. It is also stored in `notifications`. Errors of lists and forms are shown in place
 * instead.
 */
export const toast = {
  success: (text: string, action?: ToastAction) => show({ kind: 'success', text, action }),
  /** Neither good nor bad. */
  info: (text: string, action?: ToastAction) => show({ kind: 'info', text, action }),
  /** Shown until the returned function is called. */
  during: (text: string): (() => void) => {
    const id = add({ kind: 'info', text })
    return () => dismiss(id)
  },
  error: (text: string, detail?: string, action?: ToastAction) => show({ kind: 'error', text, detail, action }),
}

function show(content: Omit<Toast, 'id'>): void {
  const id = add(content)
  setTimeout(() => dismiss(id), content.action ? lifetimeWithAction : lifetimes[content.kind])
}

function add(content: Omit<Toast, 'id'>): number {
  const { kind, text, detail } = content
  remember({ kind, text, ...(detail !== undefined && { detail }) })
  const id = ++lastId
  const others = shown.get().filter((other) => other.text !== text || other.detail !== detail)
  shown.set([...others.slice(1 - maxToasts), { id, ...content }])
  return id
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((one) => one.id !== id))
}

/** The container of the toasts; rendered once by UiProvider. */
export function ToastHost() {
  const texts = useMessages(kitMessages)
  const toasts = useSyncExternalStore(shown.subscribe, shown.get)
  return (
    <section className={styles.host} aria-label={texts.notifications} aria-live="polite">
      {toasts.map((one) => (
        <ToastBox key={one.id} {...one} close={texts.close} />
      ))}
    </section>
  )
}

function ToastBox({ id, kind, text, detail, action, close }: Toast & { readonly close: string }) {
  const Icon = icons[kind]
  return (
    <div className={join(styles.toast, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden />
      <div className={styles.text}>
        <div>
          <Paragraphs>{text}</Paragraphs>
        </div>
        {detail && (
          <div className={styles.detail}>
            <Paragraphs>{detail}</Paragraphs>
          </div>
        )}
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              dismiss(id)
              action.onSelect()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <CompactIconButton size={22} label={close} icon={<IconX size={16} aria-hidden />} onClick={() => dismiss(id)} />
    </div>
  )
}
