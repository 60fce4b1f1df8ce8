import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useMessages } from '../i18n/index.ts'
import { createValue } from '../lib/value.ts'
import { join } from './layout.tsx'
import { kitMessages } from './messages.ts'
import styles from './toast.module.css'

interface Toast {
  readonly id: number
  readonly kind: 'success' | 'error'
  readonly text: string
  readonly detail?: string | undefined
}

const shown = createValue<readonly Toast[]>([])
const lifetimes = { success: 4000, error: 9000 } as const
const atMost = 4
let lastId = 0

/** Tells the outcome of a confirmed action. Errors of lists and forms stand in their own place instead. */
export const toast = {
  success: (text: string) => show({ kind: 'success', text }),
  error: (text: string, detail?: string) => show({ kind: 'error', text, detail }),
}

function show(content: Omit<Toast, 'id'>): void {
  const id = ++lastId
  const others = shown.get().filter(({ text, detail }) => text !== content.text || detail !== content.detail)
  shown.set([...others.slice(1 - atMost), { id, ...content }])
  setTimeout(() => dismiss(id), lifetimes[content.kind])
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((one) => one.id !== id))
}

/** Where the toasts appear; rendered once by UiProvider. */
export function ToastHost() {
  const texts = useMessages(kitMessages)
  const toasts = useSyncExternalStore(shown.subscribe, shown.get)
  return (
    <section className={styles.host} aria-label={texts.notifications} aria-live="polite">
      {toasts.map(({ id, kind, text, detail }) => (
        <div key={id} className={join(styles.toast, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
          {kind === 'error' ? <IconAlertTriangle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
          <div className={styles.text}>
            <div>{text}</div>
            {detail && <div className={styles.detail}>{detail}</div>}
          </div>
          <button type="button" className={styles.close} aria-label={texts.close} onClick={() => dismiss(id)}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </section>
  )
}
