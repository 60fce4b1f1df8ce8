import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, Dim, Section, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'

/** Shown on a broker that has never seen a client: how to connect the first one. */
export function FirstClient() {
  const texts = useMessages(messages)
  const host = location.hostname.replace(/^\[|\]$/g, '')
  return (
    <Section title={texts.firstClient}>
      <Stack gap={3}>
        <div>{texts.firstClientHint}</div>
        <CodeBlock
          code={`mosquitto_sub -h ${host} -p 1883 -i first-client -t 'hello/#' -v\nmosquitto_pub -h ${host} -p 1883 -t hello/world -m 'it works'`}
          wrap
        />
        <Dim small>{texts.firstClientSeen}</Dim>
      </Stack>
    </Section>
  )
}
