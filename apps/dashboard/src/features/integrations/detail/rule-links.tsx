import { useMessages } from '../../../i18n/index.ts'
import { Dim, Link, Stack } from '../../../ui/index.ts'
import { rulePages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { CellPopover } from './cell-popover.tsx'

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
