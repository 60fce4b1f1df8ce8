import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import { Button, type Column, Dim, Notice, OrderedTable, Select, Stack, TextField } from '../../ui/index.ts'
import styles from './authorization.module.css'
import { type EditedRule, ruleFault, withChange, withMove, withNew } from './edited-rules.ts'
import { ruleMessages } from './rule-messages.ts'

interface RuleEditorProps {
  readonly label: string
  readonly rules: readonly EditedRule[]
  readonly onChange: (rules: readonly EditedRule[]) => void
  readonly readOnly: boolean
  /** What is wrong with topics is shown. */
  readonly isTried: boolean
  readonly empty: ReactNode
  /** Why there cannot be so many. */
  readonly problem: string | undefined
}

/** Rules in their order, every part of them changed where it stands. */
export function RuleEditor({ label, rules, onChange, readOnly, isTried, empty, problem }: RuleEditorProps) {
  const texts = useMessages(ruleMessages)
  const columns = useRuleColumns({
    rules,
    readOnly,
    isTried,
    change: (key, change) => onChange(withChange(rules, key, change)),
  })
  const rowActions = ({ key }: EditedRule) => [
    {
      label: texts.removeRule,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onSelect: () => onChange(rules.filter((rule) => rule.key !== key)),
    },
  ]
  return (
    <Stack gap={3}>
      {problem !== undefined && <Notice tone="amber">{problem}</Notice>}
      <div className={styles.rules}>
        <OrderedTable
          label={label}
          columns={columns}
          rows={rules}
          rowId={({ key }) => String(key)}
          rowName={(_, index) => texts.rule(index + 1)}
          onMove={readOnly ? undefined : (from, to) => onChange(withMove(rules, from, to))}
          rowActions={readOnly ? undefined : rowActions}
          empty={empty}
          summary={<Dim>{texts.topicHint}</Dim>}
          actions={
            !readOnly && (
              <Button size="small" icon={<IconPlus size={16} aria-hidden />} onClick={() => onChange(withNew(rules))}>
                {texts.addRule}
              </Button>
            )
          }
        />
      </div>
    </Stack>
  )
}

interface ColumnOptions extends Pick<RuleEditorProps, 'rules' | 'readOnly' | 'isTried'> {
  readonly change: (key: number, change: Partial<EditedRule>) => void
}

const qosLists = [[0, 1, 2], [0], [1], [2], [0, 1], [0, 2], [1, 2]]
const qosText = (qos: readonly number[]) => [...new Set(qos)].sort((a, b) => a - b).join(', ')

function useRuleColumns({ rules, readOnly, isTried, change }: ColumnOptions): readonly Column<EditedRule>[] {
  const texts = useMessages(ruleMessages)
  const faults = useMessages(topicFilterMessages)
  const { columns, permissions, actions, retains } = texts
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
          options={(['allow', 'deny'] as const).map((value) => ({ value, label: permissions[value] }))}
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
          options={(['publish', 'subscribe', 'all'] as const).map((value) => ({ value, label: actions[value] }))}
        />
      ),
    },
    {
      id: 'topic',
      header: columns.topic,
      width: 280,
      cell: (rule) => {
        const fault = isTried ? ruleFault(rule) : undefined
        return (
          <TextField
            mono
            {...named(rule, columns.topic)}
            value={rule.topic}
            onChange={(event) => change(rule.key, { topic: event.currentTarget.value })}
            error={fault && faults[fault]}
          />
        )
      },
    },
    {
      id: 'qos',
      header: columns.qos,
      width: 100,
      cell: (rule) => (
        <Select
          {...named(rule, columns.qos)}
          value={qosText(rule.qos)}
          onChange={(text) => change(rule.key, { qos: qosLists.find((list) => qosText(list) === text) ?? rule.qos })}
          options={qosLists.map((list) => ({
            value: qosText(list),
            label: list.length === 3 ? texts.anyQos : qosText(list),
          }))}
        />
      ),
    },
    {
      id: 'retain',
      header: columns.retain,
      width: 140,
      cell: (rule) => (
        <Select
          {...named(rule, columns.retain)}
          value={String(rule.retain) as 'all' | 'true' | 'false'} // of a truth or `all`
          onChange={(text) => change(rule.key, { retain: text === 'all' ? 'all' : text === 'true' })}
          options={(['all', 'true', 'false'] as const).map((value) => ({ value, label: retains[value] }))}
        />
      ),
    },
  ]
}
