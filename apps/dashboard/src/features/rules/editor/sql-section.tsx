import { formatSql, type SqlProblem } from '@mqdeck/rules/catalog'
import { IconBook2, IconBulb, IconWand } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { Button, CodeEditor, type CodeHelp, Drawer, Section } from '../../../ui/index.ts'
import { FunctionList } from '../function-list.tsx'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { ExampleList } from './example-list.tsx'
import type { Example } from './examples.ts'
import type { ReadSql } from './use-statement.ts'

interface SqlSectionProps {
  readonly sql: string
  readonly onChange: (sql: string) => void
  readonly onExample: (example: Example) => void
  readonly read: ReadSql
  readonly help: CodeHelp
  readonly readOnly: boolean
}

type Opened = 'examples' | 'functions'

/** The SQL editor with errors and warnings. */
export function SqlSection({ sql, onChange, onExample, read, help, readOnly }: SqlSectionProps) {
  const texts = useMessages(editorMessages)
  const locale = useLocale()
  const [opened, setOpened] = useState<Opened>()
  const diagnostics = useMemo(() => {
    const shown = (severity: 'error' | 'warning') => (problem: SqlProblem) => ({
      line: problem.line,
      column: problem.column,
      length: problem.to - problem.from,
      message: problem.message[locale],
      severity,
    })
    return [...read.errors.map(shown('error')), ...read.warnings.map(shown('warning'))]
  }, [read, locale])
  const canFormat = read.errors.length === 0 && sql.trim() !== ''
  return (
    <Section
      title={texts.sql}
      actions={
        <>
          {!readOnly && (
            <>
              <Button
                size="small"
                variant="subtle"
                icon={<IconBulb size={16} aria-hidden />}
                onClick={() => setOpened('examples')}
              >
                {texts.examples}
              </Button>
              <Button
                size="small"
                variant="subtle"
                icon={<IconWand size={16} aria-hidden />}
                disabled={!canFormat}
                onClick={() => onChange(formatSql(sql))}
              >
                {texts.formatSql}
              </Button>
            </>
          )}
          <Button
            size="small"
            variant="subtle"
            icon={<IconBook2 size={16} aria-hidden />}
            onClick={() => setOpened('functions')}
          >
            {texts.functions}
          </Button>
        </>
      }
    >
      <CodeEditor
        label={texts.sql}
        hideLabel
        language="sql"
        value={sql}
        onChange={onChange}
        readOnly={readOnly}
        minLines={9}
        maxLines={24}
        codeHelp={help}
        diagnostics={diagnostics}
        error={
          read.errors.length > 0
            ? placed(read.errors[0], texts.problemAt, locale)
            : sql.trim() === '' && texts.missingSql
        }
      />
      {read.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={texts.warnings}>
          {read.warnings.slice(0, 4).map((warning) => (
            <li key={`${warning.from} ${warning.message.en}`}>{placed(warning, texts.problemAt, locale)}</li>
          ))}
        </ul>
      )}
      <Drawer opened={opened === 'examples'} onClose={() => setOpened(undefined)} title={texts.examples} size={680}>
        <ExampleList
          onUse={(example) => {
            onExample(example)
            setOpened(undefined)
          }}
        />
      </Drawer>
      <Drawer opened={opened === 'functions'} onClose={() => setOpened(undefined)} title={texts.functions} size={680}>
        <FunctionList />
      </Drawer>
    </Section>
  )
}

function placed(
  problem: SqlProblem | undefined,
  at: (line: number, column: number, what: string) => string,
  locale: 'en' | 'zh',
) {
  return problem && at(problem.line, problem.column, problem.message[locale])
}
