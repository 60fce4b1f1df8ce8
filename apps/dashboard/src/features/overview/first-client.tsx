import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, Dim, Link, Section, Stack } from '../../ui/index.ts'
import { useFirstCommands } from '../listeners/index.ts'
import { messages } from './messages.ts'

/** Shown until the first client has connected: how to connect one. A lazy part of the page, see data/listeners.ts. */
export default function FirstClient() {
  const texts = useMessages(messages)
  const commands = useFirstCommands()
  return (
    <Section title={texts.noClients}>
      <Stack gap={3}>
        <div>{commands ? texts.exampleHint : texts.connectHint}</div>
        {commands && <CodeBlock code={commands.join('\n')} wrap />}
        <Dim small>
          {texts.clientAppears} <Link to="/listener">{texts.showListeners}</Link>
        </Dim>
      </Stack>
    </Section>
  )
}
