import type { RuleEvent } from '@mqdeck/contract'
import { formatSql } from '@mqdeck/rules/catalog'
import { useData } from '../../../api/index.ts'
import { type Locale, useLocale, useMessages } from '../../../i18n/index.ts'
import { Button, CodeBlock, Dim, Section, Stack } from '../../../ui/index.ts'
import { ruleEventsQuery } from '../queries.ts'
import { editorMessages } from './editor-messages.ts'
import { type Example, examples } from './examples.ts'

/** Example statements with test data for common tasks and for each event. */
export function ExampleList({ onUse }: { readonly onUse: (example: Example) => void }) {
  const texts = useMessages(editorMessages)
  const locale = useLocale()
  const { data: events = [] } = useData(ruleEventsQuery, undefined)
  return (
    <Stack gap={4}>
      {examples.map((example) => (
        <Section
          key={example.title.en}
          title={example.title[locale]}
          actions={<Use name={example.title[locale]} onUse={() => onUse(example)} />}
        >
          <Stack gap={3}>
            <Dim>{example.about[locale]}</Dim>
            <CodeBlock code={example.sql} />
            {example.values?.payload !== undefined && (
              <Stack gap={1}>
                <Dim small>{texts.payload}</Dim>
                <CodeBlock code={example.values.payload} />
              </Stack>
            )}
            <Stack gap={1}>
              <Dim small>{texts.result}</Dim>
              <CodeBlock code={example.result} />
            </Stack>
          </Stack>
        </Section>
      ))}
      {events
        .filter(({ event }) => event !== '$events/message_publish')
        .map((event) => (
          <Section
            key={event.event}
            title={titleOf(event, locale)}
            actions={
              <Use name={titleOf(event, locale)} onUse={() => onUse({ sql: formatSql(event.sql_example.trim()) })} />
            }
          >
            <CodeBlock code={formatSql(event.sql_example.trim())} />
          </Section>
        ))}
    </Stack>
  )
}

function Use({ name, onUse }: { readonly name: string; readonly onUse: () => void }) {
  const texts = useMessages(editorMessages)
  return (
    <Button size="small" aria-label={texts.useExampleNamed(name)} onClick={onUse}>
      {texts.useExample}
    </Button>
  )
}

/** Some titles of EMQX are empty. */
export const titleOf = ({ title, event }: Pick<RuleEvent, 'title' | 'event'>, locale: Locale): string =>
  title[locale] || title.en || event
