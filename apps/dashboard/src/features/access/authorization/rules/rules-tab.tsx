import type { AuthorizationSource } from '@mqdeck/contract'
import { z } from 'zod'
import { useChange, useConfirmAction, useIsViewer } from '../../../../api/index.ts'
import { useMessages } from '../../../../i18n/index.ts'
import { Button, Dim, Group, SegmentedControl, Stack, useSearchState } from '../../../../ui/index.ts'
import { isEnabled } from '../../chain/index.ts'
import { ruleMessages } from './messages.ts'
import { Owners } from './owners.tsx'
import { removeAllRules } from './queries.ts'
import { RulesForAll } from './rules-for-all.tsx'

const owners = ['clientid', 'username', 'all'] as const
const search = z.object({
  of: z.enum(owners).catch('clientid').default('clientid'),
  // Parameters of the list of owners.
  page: z.unknown().optional(),
  owner: z.unknown().optional(),
})

/** The rules of the built-in database: of clients, of users, and for everyone. */
export function RulesTab({ source }: { readonly source: AuthorizationSource }) {
  const texts = useMessages(ruleMessages)
  const isViewer = useIsViewer()
  const [{ of }, setSearch] = useSearchState(search)
  const maxRules = typeof source.max_rules === 'number' ? source.max_rules : Number.POSITIVE_INFINITY
  return (
    <Stack gap={4}>
      <Group justify="between" wrap>
        <SegmentedControl
          label={texts.rulesFor}
          value={of}
          // Page and filter do not apply to the other list.
          onChange={(next) => setSearch({ of: next, page: undefined, owner: undefined })}
          options={owners.map((value) => ({ value, label: texts.owners[value] }))}
        />
        {!isViewer && !isEnabled(source) && <DeleteAllButton />}
      </Group>
      <Dim>{texts.order}</Dim>
      {of === 'all' ? <RulesForAll maxRules={maxRules} /> : <Owners key={of} kind={of} maxRules={maxRules} />}
    </Stack>
  )
}

function DeleteAllButton() {
  const texts = useMessages(ruleMessages)
  const confirmAction = useConfirmAction()
  const { run, isRunning } = useChange(removeAllRules)
  const deleteAll = () =>
    confirmAction({
      title: texts.deleteAllQuestion,
      action: texts.deleteAll,
      done: texts.deletedAll,
      failed: texts.deleteAllFailed,
      run: () => run(undefined),
    })
  return (
    <Button size="small" variant="danger" loading={isRunning} onClick={deleteAll}>
      {texts.deleteAll}
    </Button>
  )
}
