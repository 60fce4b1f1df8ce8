import { IconReload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { sameJson } from '../../lib/json/json-path.ts'
import { Dim, FormDrawer, IconButton, LinedList, Mono, RelativeTime, Stack } from '../../ui/index.ts'
import type { Draft } from './draft.ts'
import { messages } from './messages.ts'
import styles from './publish.module.css'
import { PublishForm } from './publish-form.tsx'
import { useSent } from './sent-messages.ts'
import { type Publishing, usePublishing } from './use-publishing.ts'

interface PublishDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The publish form as a drawer over any page. It asks before unpublished changes are lost. */
export function PublishDrawer({ opened, onClose }: PublishDrawerProps) {
  const texts = useMessages(messages)
  return (
    <FormDrawer opened={opened} onClose={onClose} title={texts.publishMessage} size={520}>
      {({ onDirty }) => <PublishTool onDirty={onDirty} />}
    </FormDrawer>
  )
}

function PublishTool({ onDirty }: { readonly onDirty: (isDirty: boolean) => void }) {
  const publishing = usePublishing()
  const { draft } = publishing
  // The form as it was published last, or as it was opened.
  const [published, setPublished] = useState(draft)
  const isDirty = !sameJson(draft, published)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const send = async (other?: Draft) => {
    const isSent = await publishing.send(other)
    if (isSent && other === undefined) setPublished(draft)
    return isSent
  }
  return (
    <Stack gap={6}>
      <PublishForm {...publishing} send={send} />
      <SentList {...publishing} send={send} />
    </Stack>
  )
}

/** Recent messages, for the drawer: a click copies one to the form. */
function SentList({ change, send, isRunning }: Publishing) {
  const texts = useMessages(messages)
  const sent = useSent()
  if (sent.length === 0) return null
  return (
    <section aria-label={texts.recentMessages}>
      <h3 className={styles.heading}>{texts.recentMessages}</h3>
      <LinedList>
        {sent.map(({ id, at, draft, outcome }) => (
          <li key={id}>
            <button type="button" className={styles.take} title={texts.copyToForm} onClick={() => change(draft)}>
              <Mono truncate>{draft.topic}</Mono>
              <span className={styles.options}>
                <Dim small>
                  {texts.outcomes[outcome]} · <RelativeTime time={at} clock="browser" />
                </Dim>
              </span>
            </button>
            <IconButton
              size="small"
              label={`${texts.sendAgain}: ${draft.topic}`}
              icon={<IconReload size={16} aria-hidden />}
              disabled={isRunning}
              onClick={() => void send(draft)}
            />
          </li>
        ))}
      </LinedList>
    </section>
  )
}
