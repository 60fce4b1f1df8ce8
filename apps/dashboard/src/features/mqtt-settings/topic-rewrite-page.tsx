import { maxRewriteRules } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryError, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, type Column, EmptyState, Mono, OrderedTable, PageHeader, Stack, StatusDot } from '../../ui/index.ts'
import { ListBar, ListNotices } from './list-bar.tsx'
import { type ListItem, otherValues, useListDraft } from './list-draft.ts'
import { listMessages } from './list-messages.ts'
import { type RewriteRule, rewriteQuery, saveRewrite } from './queries.ts'
import { RewriteDialog } from './rewrite-dialog.tsx'
import { useRewriteEngine } from './rewrite-engine.ts'
import { flagRules, type RewriteFlag } from './rewrite-flags.ts'
import { rewriteMessages } from './rewrite-messages.ts'
import { RewriteTester } from './rewrite-tester.tsx'

interface RuleRow extends ListItem<RewriteRule> {
  readonly flag: RewriteFlag | undefined
}

export default function TopicRewritePage() {
  const texts = useMessages(rewriteMessages)
  const common = useMessages(listMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const query = useData(rewriteQuery, undefined)
  const draft = useListDraft(rewriteQuery, query, saveRewrite)
  const [edited, setEdited] = useState<ListItem<RewriteRule> | 'new'>()
  const [appliedRule, setAppliedRule] = useState(-1)
  const columns = useRuleColumns()
  const { items } = draft
  const rules = useMemo(() => items?.map(({ value }) => value) ?? [], [items])
  const engine = useRewriteEngine(rules.length > 0)
  const flags = useMemo(() => flagRules(rules, engine), [rules, engine])
  const rows = useMemo(() => items?.map((item, index): RuleRow => ({ ...item, flag: flags[index] })), [items, flags])
  const addButton = !isViewer && (
    <Button
      size="small"
      icon={<IconPlus size={16} aria-hidden />}
      disabled={rules.length >= maxRewriteRules}
      onClick={() => setEdited('new')}
    >
      {texts.addRule}
    </Button>
  )
  return (
    <>
      <PageHeader description={texts.description} />
      <Stack gap={4}>
        <ListNotices draft={draft} />
        <OrderedTable
          label={texts.rules}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={(_, index) => texts.ruleNumber(index + 1)}
          marked={items?.[appliedRule]?.id}
          error={items === undefined && query.error && <QueryError query={query} />}
          summary={items && common.count(format.number(items.length), maxRewriteRules)}
          actions={addButton}
          empty={<EmptyState title={texts.noRules} hint={texts.noRulesHint} />}
          onMove={isViewer ? undefined : draft.move}
          rowActions={
            isViewer
              ? undefined
              : (row) => [rowAction.edit(() => setEdited(row)), rowAction.delete(() => draft.remove(row.id))]
          }
        />
        <RewriteTester rules={rules} onApplied={setAppliedRule} />
        {!isViewer && <ListBar draft={draft} />}
      </Stack>
      <RewriteDialog
        edited={edited}
        others={otherValues(edited, items)}
        onClose={() => setEdited(undefined)}
        onApply={(rule) => draft.put(edited ?? 'new', rule)}
      />
    </>
  )
}

function useRuleColumns(): readonly Column<RuleRow>[] {
  const texts = useMessages(rewriteMessages)
  return useMemo(
    () => [
      { id: 'action', header: texts.action, width: 80, cell: ({ value }) => texts.actions[value.action] },
      {
        id: 'source',
        header: texts.source,
        width: 175,
        cell: ({ value }) => <Mono truncate>{value.source_topic}</Mono>,
      },
      { id: 're', header: texts.expression, width: 175, cell: ({ value }) => <Mono truncate>{value.re}</Mono> },
      { id: 'target', header: texts.target, width: 190, cell: ({ value }) => <Mono truncate>{value.dest_topic}</Mono> },
      { id: 'note', header: texts.note, width: 210, cell: ({ flag }) => <RuleFlag flag={flag} /> },
    ],
    [texts],
  )
}

function RuleFlag({ flag }: { readonly flag: RewriteFlag | undefined }) {
  const { flags } = useMessages(rewriteMessages)
  if (!flag) return null
  if (flag.kind === 'broken')
    return (
      <span title={flag.reason}>
        <StatusDot tone="red">{flags.broken}</StatusDot>
      </span>
    )
  return <StatusDot tone="amber">{flags[flag.kind](flag.by)}</StatusDot>
}
