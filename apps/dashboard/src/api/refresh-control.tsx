import { IconRefresh } from '@tabler/icons-react'
import { useMessages } from '../i18n/index.ts'
import { IconButton, Select } from '../ui/index.ts'
import type { Loaded } from './query.ts'
import styles from './query-view.module.css'
import { queryViewMessages } from './query-view-messages.ts'
import { type RefreshChoice, refreshChoice, refreshChoices, useRefreshChoice } from './refresh-choice.ts'

/**
 * Selects the refresh interval of the page, with a button that refreshes now. For pages whose queries have `poll:
 * 'chosen'`.
 */
export function RefreshControl({ queries }: { readonly queries: readonly Loaded<unknown>[] }) {
  const texts = useMessages(queryViewMessages)
  const chosen = useRefreshChoice()
  const nameOf = (choice: RefreshChoice) =>
    choice === 'auto' ? texts.automatic : choice === 0 ? texts.off : texts.seconds(choice)
  return (
    <div className={styles.refresh}>
      <Select
        aria-label={texts.refresh}
        width={124}
        value={String(chosen)}
        onChange={(value) => refreshChoice.set(refreshChoices.find((choice) => String(choice) === value) ?? chosen)}
        options={refreshChoices.map((choice) => ({ value: String(choice), label: nameOf(choice) }))}
      />
      <IconButton
        label={texts.refreshNow}
        icon={<IconRefresh size={17} aria-hidden />}
        onClick={() => {
          for (const query of queries) query.refresh()
        }}
      />
    </div>
  )
}
