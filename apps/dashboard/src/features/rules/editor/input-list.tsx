import type { RuleEvent } from '@mqdeck/contract'
import { type Source, sourceKind, withFrom } from '@mqdeck/rules/catalog'
import { IconAntennaBars5, IconBolt, IconDatabaseImport, IconHash, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { Button, Dim, IconButton, Link, Mono, Section } from '../../../ui/index.ts'
import { pages } from '../../integrations/index.ts'
import { eventFor } from './columns.ts'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { titleOf } from './example-list.tsx'
import { InputDialog } from './input-dialog.tsx'
import type { ReadSql } from './use-statement.ts'

interface InputListProps {
  readonly sql: string
  readonly onChange: (sql: string) => void
  readonly read: ReadSql
  readonly events: readonly RuleEvent[]
  readonly readOnly: boolean
}

const icons = { topic: IconHash, event: IconBolt, bridge: IconDatabaseImport } as const

/** The inputs in FROM. Changes here change the SQL, and vice versa. */
export function InputList({ sql, onChange, read, events, readOnly }: InputListProps) {
  const texts = useMessages(editorMessages)
  const locale = useLocale()
  const [isAdding, setAdding] = useState(false)
  const sources = read.statement?.sources ?? []
  const set = (next: readonly string[]) => onChange(withFrom(sql, next))
  const names = sources.map(({ text }) => text)
  return (
    <Section
      title={texts.inputs}
      actions={
        !readOnly && (
          <Button
            size="small"
            icon={<IconPlus size={16} aria-hidden />}
            disabled={!read.statement}
            onClick={() => setAdding(true)}
          >
            {texts.addInput}
          </Button>
        )
      }
    >
      {sources.length === 0 ? (
        <Dim>{read.statement ? texts.noInput : texts.invalidInputs}</Dim>
      ) : (
        <ul className={styles.rows} aria-label={texts.inputs}>
          {sources.map((source, index) => {
            const Icon = icons[source.kind] ?? IconAntennaBars5
            return (
              <li key={`${source.from}`} className={styles.row}>
                <Icon size={16} stroke={1.7} aria-hidden />
                <span className={styles.rowText}>
                  <InputName source={source} />
                  <Dim small>{aboutSource(source, events, locale, texts.kinds)}</Dim>
                </span>
                {!readOnly && (
                  <IconButton
                    size="small"
                    label={texts.removeInput(source.text)}
                    icon={<IconTrash size={16} aria-hidden />}
                    // FROM must not become empty.
                    disabled={sources.length === 1}
                    onClick={() => set(names.toSpliced(index, 1))}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <InputDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        present={names}
        events={events}
        onAdd={(added) => {
          set([...names, added])
          setAdding(false)
        }}
      />
    </Section>
  )
}

function InputName({ source: { kind, text } }: { readonly source: Source }) {
  if (kind !== 'bridge') return <Mono>{text}</Mono>
  return (
    <Link to={pages.source.detail} params={{ id: text.replace(/^\$(bridges|sources)\//, '') }}>
      {text}
    </Link>
  )
}

function aboutSource(
  { kind, text }: Source,
  events: readonly RuleEvent[],
  locale: 'en' | 'zh',
  kinds: Readonly<Record<Source['kind'], string>>,
): string {
  const event = sourceKind(text) === 'event' ? eventFor(text, events) : undefined
  return event ? `${kinds.event} · ${titleOf(event, locale)}` : kinds[kind]
}
