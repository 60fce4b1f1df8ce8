import { IconArrowBarToDown } from '@tabler/icons-react'
import { useMessages } from '../../../i18n/index.ts'
import { Button } from '../../../ui/index.ts'
import styles from './jump-to-end.module.css'
import { lineMessages } from './messages.ts'

/** Button shown over the last lines while the view is not at the end. */
export function JumpToEnd({ onClick }: { readonly onClick: () => void }) {
  const texts = useMessages(lineMessages)
  return (
    <div className={styles.jump}>
      <Button variant="primary" icon={<IconArrowBarToDown size={16} aria-hidden />} onClick={onClick}>
        {texts.jump}
      </Button>
    </div>
  )
}
