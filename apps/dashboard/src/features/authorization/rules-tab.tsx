import type { AuthorizationSource } from '@mqdeck/contract'
import { z } from 'zod'
import { useChange, useIsViewer, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm, Dim, Group, SegmentedControl, Stack, useSearchState } from '../../ui/index.ts'
import { isOn } from './kinds.ts'
import { Owners } from './owners.tsx'
import { ruleMessages } from './rule-messages.ts'
import { clearRules } from './rule-queries.ts'
import { RulesForAll } from './rules-for-all.tsx'

const owners = ['clientid', 'username', 'all'] as const
const search = z.object({
  of: z.enum(owners).catch('clientid').default('clientid'),
  // Of the list of owners.
  page: z.unknown().optional(),
  owner: z.unknown().optional(),
})

/** The rules that the broker keeps itself: of clients, of users, for everyone. */
export function RulesTab({ source }: { readonly source: AuthorizationSource }) {
  const texts = useMessages(ruleMessages)
  const isViewer = useIsViewer()
  const [{ of }, setSearch] = useSearchState(search)
  const maxRules = typeof source.max_rules === 'number' ? source.max_rules : Number.POSITIVE_INFINITY
  return (
    <Stack gap={4}>
      <Group justify="between" wrap>
        <SegmentedControl
          label={texts.whose}
          value={of}
          // A page or filter of the one says nothing of the other.
          onChange={(next) => setSearch({ of: next, page: undefined, owner: undefined })}
          options={owners.map((value) => ({ value, label: texts.owners[value] }))}
        />
        {!isViewer && !isOn(source) && <ClearButton />}
      </Group>
      <Dim>{texts.order}</Dim>
      {of === 'all' ? <RulesForAll maxRules={maxRules} /> : <Owners key={of} kind={of} maxRules={maxRules} />}
    </Stack>
  )
}

function ClearButton() {
  const texts = useMessages(ruleMessages)
  const told = useReportedAction()
  const { run, isRunning } = useChange(clearRules)
  const clear = async () => {
    if (!(await confirm({ title: texts.clearQuestion, action: texts.clear, danger: true }))) return
    await told(() => run(undefined), { done: texts.cleared, failed: texts.clearFailed })
  }
  return (
    <Button size="small" variant="danger" loading={isRunning} onClick={clear}>
      {texts.clear}
    </Button>
  )
}
