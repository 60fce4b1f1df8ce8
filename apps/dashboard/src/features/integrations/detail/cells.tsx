import { useMessages } from '../../../i18n/index.ts'
import { Dim, Link, Popover, type PopoverProps, Stack } from '../../../ui/index.ts'
import { rulePages } from '../kinds.ts'
import styles from '../list/list.module.css'
import { messages } from '../messages.ts'

export function RuleLinks({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Stack gap={1}>
      {ids.map((id) => (
        <Link key={id} to={rulePages.detail} params={{ id }}>
          {id}
        </Link>
      ))}
    </Stack>
  )
}

/** Number of rules, with a popover that lists them. */
export function RulesCell({ name, rules }: { readonly name: string; readonly rules: readonly string[] }) {
  const texts = useMessages(messages)
  if (rules.length === 0) return <Dim>{texts.noRule}</Dim>
  return (
    <CellPopover label={texts.ruleCount(rules.length)} title={texts.rulesOf(name)}>
      <RuleLinks ids={rules} />
    </CellPopover>
  )
}

/** A popover that fills a table cell. Its button is aligned with text. */
export function CellPopover(props: PopoverProps) {
  return (
    <span className={styles.flush}>
      <Popover {...props} />
    </span>
  )
}
