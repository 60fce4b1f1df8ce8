import { z } from 'zod'
import { useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, Section, Stack, useSearchState } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import { SentTable } from './sent-table.tsx'
import { usePublishing } from './use-publishing.ts'

export default function PublishPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {isViewer ? (
        <Section>
          <EmptyState title={texts.viewersCannotPublish} hint={texts.askAdministrator} />
        </Section>
      ) : (
        <PublishTool />
      )}
    </>
  )
}

/** Topic from the link that opened the page. */
const search = z.object({ topic: z.string().optional().catch(undefined) })

function PublishTool() {
  const [{ topic }] = useSearchState(search)
  const publishing = usePublishing(topic)
  return (
    <Stack gap={4}>
      <Section>
        <PublishForm {...publishing} isWide />
      </Section>
      <SentTable {...publishing} />
    </Stack>
  )
}
