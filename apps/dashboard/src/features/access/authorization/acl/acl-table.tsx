import {
  type AclRule,
  type AclText,
  commentsOfRules,
  type PlacedRule,
  printRule,
  withMovedRule,
  withNewRule,
  withoutRule,
  withRule,
} from '@mqdeck/access/acl'
import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { CellButton, type Column, Dim, EmptyState, Mono, StatusDot } from '../../../../ui/index.ts'
import { ruleMessages } from '../rules/messages.ts'
import { qosText } from '../rules/rule-choices.ts'
import { RuleTable } from '../rules/rule-table.tsx'
import styles from './acl.module.css'
import { aclMessages } from './acl-messages.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { useWhoText } from './who-text.ts'

interface AclTableProps {
  readonly acl: AclText
  readonly onChange: (text: string) => void
  /** Shows the text at an offset. */
  readonly onShowText: (at: number) => void
  readonly readOnly: boolean
}

interface Row {
  readonly id: string
  readonly index: number
  readonly placed: PlacedRule
  readonly comment: readonly string[]
}

/** The rules of an ACL text as a table. */
export function AclTable({ acl, onChange, onShowText, readOnly }: AclTableProps) {
  const texts = useMessages(aclMessages)
  const rows = useMemo(() => rowsOf(acl), [acl])
  const [edited, setEdited] = useState<Row | 'new'>()
  const [added, setAdded] = useState<string>()
  const columns = useColumns(readOnly ? undefined : setEdited)
  const edit = {
    onAdd: () => setEdited('new'),
    onMove: (from: number, to: number) => onChange(withMovedRule(acl, from, to)),
    onDelete: ({ index }: Row) => onChange(withoutRule(acl, index)),
    actions: (row: Row) => [
      { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setEdited(row) },
    ],
  }
  const apply = (rule: AclRule) => {
    if (edited === 'new') setAdded(idOf(printRule(rule), 0))
    onChange(edited === 'new' || !edited ? withNewRule(acl, rule) : withRule(acl, edited.index, rule))
    setEdited(undefined)
  }
  return (
    <>
      <RuleTable
        label={texts.count(rows.length)}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        edit={readOnly ? undefined : edit}
        marked={added}
        summary={<Dim>{texts.summary}</Dim>}
        empty={<EmptyState title={texts.empty} hint={texts.emptyHint} />}
      />
      <RuleDialog
        edited={edited === 'new' || !edited ? edited : edited.placed.rule}
        place={edited === 'new' || !edited ? 0 : edited.index + 1}
        onApply={apply}
        onClose={() => setEdited(undefined)}
        onShowText={() => typeof edited === 'object' && onShowText(edited.placed.from)}
      />
    </>
  )
}

/** The row ID is derived from the text of the rule, so that it stays the same when the rule is moved. */
function rowsOf(acl: AclText): readonly Row[] {
  const comments = commentsOfRules(acl)
  const seen = new Map<string, number>()
  return acl.rules.map((placed, index) => {
    const text = acl.text.slice(placed.from, placed.to)
    const count = seen.get(text) ?? 0
    seen.set(text, count + 1)
    return { id: idOf(text, count), index, placed, comment: comments[index] ?? [] }
  })
}

/** @param count of equal rules before this one */
const idOf = (text: string, count: number) => `${count} ${text}`

function useColumns(onEdit: ((row: Row) => void) | undefined): readonly Column<Row>[] {
  const texts = useMessages(aclMessages)
  const { permissions, actions, retains } = useMessages(ruleMessages)
  const whoText = useWhoText()
  const actionText = ({ action, qos, retain }: AclRule) =>
    [
      actions[action],
      ...(qos.length < 3 ? [`QoS ${qosText(qos)}`] : []),
      ...(retain === 'all' ? [] : [retains[`${retain}`]]),
    ].join(' · ')
  return [
    {
      id: 'permission',
      header: texts.columns.permission,
      width: 110,
      cell: ({ placed: { rule } }) => (
        <StatusDot tone={rule.permission === 'allow' ? 'accent' : 'red'}>{permissions[rule.permission]}</StatusDot>
      ),
    },
    {
      id: 'who',
      header: texts.columns.who,
      width: 300,
      cell: (row) => {
        const { placed, index, comment } = row
        const who = whoText(placed.rule.who)
        return (
          <div className={styles.cell}>
            {onEdit ? (
              <CellButton label={texts.editRule(who, index + 1)} onClick={() => onEdit(row)}>
                <span title={who}>{who}</span>
              </CellButton>
            ) : (
              <span>{who}</span>
            )}
            {comment.length > 0 && (
              <span className={styles.comment} title={comment.join('\n')}>
                {comment.join(' ')}
              </span>
            )}
          </div>
        )
      },
    },
    { id: 'action', header: texts.columns.action, width: 170, cell: ({ placed }) => actionText(placed.rule) },
    {
      id: 'topics',
      header: texts.columns.topics,
      width: 240,
      cell: ({ placed }) => <Topics topics={placed.rule.topics} />,
    },
  ]
}

function Topics({ topics }: Pick<AclRule, 'topics'>) {
  const texts = useMessages(aclMessages)
  if (topics === 'all') return <>{texts.allTopics}</>
  if (topics.length === 0) return <Dim>{texts.noTopics}</Dim>
  return (
    <ul className={styles.topics}>
      {topics.map(({ topic, exact }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may have a topic twice
        <li key={`${index} ${topic}`}>
          <Mono>{exact ? `eq ${topic}` : topic}</Mono>
        </li>
      ))}
    </ul>
  )
}
