import type { ReactNode } from 'react'
import { StateDot } from '../../api/nodes/node-states/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Column, DataTable, Dim, Link, Section, Stack, StatusDot } from '../../ui/index.ts'
import { pages, rulePages, stateOf } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { type PartKind, type Parts, partId, partKinds, partName } from './webhook.ts'

interface WebhookPartsProps {
  readonly name: string
  readonly parts: Parts
}

interface Row {
  readonly kind: PartKind
}

const rows: readonly Row[] = partKinds.map((kind) => ({ kind }))

/** The parts of a webhook with links to their pages. */
export function WebhookParts({ name, parts }: WebhookPartsProps) {
  const texts = useMessages(messages)
  const link = (kind: PartKind): ReactNode => {
    if (!parts[kind]) return <Dim>{kind === 'rule' ? partName(name) : partId(name)}</Dim>
    if (kind === 'rule')
      return (
        <Link to={rulePages.detail} params={{ id: partName(name) }}>
          {partName(name)}
        </Link>
      )
    return (
      <Link to={pages[kind].detail} params={{ id: partId(name) }}>
        {partId(name)}
      </Link>
    )
  }
  const state = (kind: PartKind): ReactNode => {
    if (!parts[kind]) return <StatusDot tone="amber">{texts.missing}</StatusDot>
    if (kind === 'rule')
      return (
        <StatusDot tone={parts.rule?.enable ? 'accent' : 'grey'}>
          {parts.rule?.enable ? texts.enabled : texts.disabled}
        </StatusDot>
      )
    const part = parts[kind]
    return part && <StateDot state={stateOf(part)} />
  }
  const columns: readonly Column<Row>[] = [
    { id: 'part', header: texts.part, width: 140, cell: ({ kind }) => texts.partTitles[kind] },
    { id: 'name', header: texts.name, width: 280, cell: ({ kind }) => link(kind) },
    { id: 'status', header: texts.status, width: 160, cell: ({ kind }) => state(kind) },
  ]
  return (
    <Stack gap={4}>
      <Dim>{texts.partsNote}</Dim>
      <DataTable label={texts.tabs.made} columns={columns} rows={rows} rowId={({ kind }) => kind} />
      {parts.rule && (
        <Section title={texts.sql}>
          <CodeBlock code={parts.rule.sql.trim()} />
        </Section>
      )}
    </Stack>
  )
}
