import type { ReactNode } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { topicFilterMessages } from '../../../../lib/topics/topic-filter-messages.ts'
import { type Column, Dim, Notice, Select, Stack, TextField } from '../../../../ui/index.ts'
import { type EditedRule, ruleFault, withChange, withMove, withNew } from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { qosOf, qosText, type RetainText, retainOf, useRuleChoices } from './rule-choices.ts'
import { RuleTable } from './rule-table.tsx'

interface RuleEditorProps {
  readonly label: string
  readonly rules: readonly EditedRule[]
  readonly onChange: (rules: readonly EditedRule[]) => void
  readonly readOnly: boolean
  /** Whether invalid topics are marked. */
  readonly showsFaults: boolean
  readonly empty: ReactNode
  /** Shown above the table, for example if there are too many rules. */
  readonly problem: string | undefined
}

/** Rules in their order; every field is edited in the table. */
export function RuleEditor({ label, rules, onChange, readOnly, showsFaults, empty, problem }: RuleEditorProps) {
  const texts = useMessages(ruleMessages)
  const columns = useRuleColumns({
    rules,
    readOnly,
    showsFaults,
    change: (key, change) => onChange(withChange(rules, key, change)),
  })
  const edit = {
    onAdd: () => onChange(withNew(rules)),
    onMove: (from: number, to: number) => onChange(withMove(rules, from, to)),
    onDelete: ({ key }: EditedRule) => onChange(rules.filter((rule) => rule.key !== key)),
  }
  return (
    <Stack gap={3}>
      {problem !== undefined && <Notice tone="amber">{problem}</Notice>}
      <RuleTable
        label={label}
        columns={columns}
        rows={rules}
        rowId={({ key }) => String(key)}
        edit={readOnly ? undefined : edit}
        empty={empty}
        summary={<Dim>{texts.topicHint}</Dim>}
      />
    </Stack>
  )
}

interface ColumnOptions extends Pick<RuleEditorProps, 'rules' | 'readOnly' | 'showsFaults'> {
  readonly change: (key: number, change: Partial<EditedRule>) => void
}

function useRuleColumns({ rules, readOnly, showsFaults, change }: ColumnOptions): readonly Column<EditedRule>[] {
  const texts = useMessages(ruleMessages)
  const faults = useMessages(topicFilterMessages)
  const choices = useRuleChoices()
  const { columns } = texts
  const named = (rule: EditedRule, field: string) => ({
    'aria-label': texts.fieldOf(field, rules.indexOf(rule) + 1),
    disabled: readOnly,
  })
  return [
    {
      id: 'permission',
      header: columns.permission,
      width: 110,
      cell: (rule) => (
        <Select
          {...named(rule, columns.permission)}
          value={rule.permission}
          onChange={(permission) => permission && change(rule.key, { permission })}
          options={choices.permission}
        />
      ),
    },
    {
      id: 'action',
      header: columns.action,
      width: 130,
      cell: (rule) => (
        <Select
          {...named(rule, columns.action)}
          value={rule.action}
          onChange={(action) => action && change(rule.key, { action })}
          options={choices.action}
        />
      ),
    },
    {
      id: 'topic',
      header: texts.topicFilter,
      width: 280,
      cell: (rule) => {
        const fault = showsFaults ? ruleFault(rule) : undefined
        return (
          <TextField
            mono
            {...named(rule, texts.topicFilter)}
            value={rule.topic}
            onChange={(event) => change(rule.key, { topic: event.currentTarget.value })}
            error={fault && faults[fault]}
          />
        )
      },
    },
    {
      id: 'qos',
      header: texts.qos,
      width: 100,
      cell: (rule) => (
        <Select
          {...named(rule, texts.qos)}
          value={qosText(rule.qos)}
          onChange={(text) => change(rule.key, { qos: [...(qosOf(text) ?? rule.qos)] })}
          options={choices.qos}
        />
      ),
    },
    {
      id: 'retain',
      header: texts.retain,
      width: 140,
      cell: (rule) => (
        <Select
          {...named(rule, texts.retain)}
          value={String(rule.retain) as RetainText} // a boolean or `all`
          onChange={(text) => change(rule.key, { retain: retainOf(text) })}
          options={choices.retain}
        />
      ),
    },
  ]
}
