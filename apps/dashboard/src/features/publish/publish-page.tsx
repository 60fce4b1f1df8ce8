import { useIsViewer } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, Section, Stack } from '../../ui/index.ts'
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
          <EmptyState title={texts.viewer} hint={texts.viewerHint} />
        </Section>
      ) : (
        <PublishTool />
      )}
    </>
  )
}

function PublishTool() {
  const publishing = usePublishing()
  return (
    <Stack gap={4}>
      <Section>
        <PublishForm {...publishing} isWide />
      </Section>
      <SentTable {...publishing} />
    </Stack>
  )
}
