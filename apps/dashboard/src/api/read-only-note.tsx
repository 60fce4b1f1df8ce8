import { IconLock } from '@tabler/icons-react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import styles from './query-view.module.css'
import { useIsViewer } from './role.ts'

const readOnlyMessages = defineMessages({
  en: { readOnly: 'Read-only. Viewers cannot change settings.' },
  zh: { readOnly: '只读。查看者不能修改设置。' },
})

/** The line above a form that explains to viewers why its fields are disabled. */
export function ReadOnlyNote() {
  const texts = useMessages(readOnlyMessages)
  if (!useIsViewer()) return null
  return (
    <p className={styles.readOnly}>
      <IconLock size={15} aria-hidden />
      {texts.readOnly}
    </p>
  )
}
