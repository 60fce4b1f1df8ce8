import { useState } from 'react'
import { z } from 'zod'
import { useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, Section, Stack, useSearchState } from '../../ui/index.ts'
import { DraftEditor } from './draft-editor.tsx'
import { noDraft, parseDraft } from './draft-text.ts'
import { ExplainTool } from './explain-tool.tsx'
import { explainMessages } from './messages.ts'

/** The values of the form without the password, so that the page can be linked to and reloaded. */
const search = z.object({
  clientid: z.string().default(''),
  username: z.string().default(''),
  peerhost: z.string().default('127.0.0.1'),
  listener: z.string().optional(),
  action: z.enum(['connect', 'publish', 'subscribe']).default('connect'),
  topic: z.string().default(''),
  qos: z.enum(['0', '1', '2']).default('0'),
})

export default function ExplainPage() {
  const texts = useMessages(explainMessages)
  const isViewer = useIsViewer()
  return (
    <>
      <PageHeader title={texts.explainAccess} description={texts.description} />
      {isViewer ? (
        <Section>
          <EmptyState title={texts.administratorsOnly} hint={texts.administratorsOnlyHint} />
        </Section>
      ) : (
        <Explain />
      )}
    </>
  )
}

function Explain() {
  const [prefilled, setSearch] = useSearchState(search)
  const [text, setText] = useState(noDraft)
  const { draft, faults } = parseDraft(text)
  return (
    <Stack gap={4}>
      <ExplainTool
        prefilled={prefilled}
        draft={draft}
        isBlocked={Object.keys(faults).length > 0}
        onExplain={({ clientid, username, peerhost, listener, action, topic, qos }) =>
          setSearch({ clientid, username, peerhost, listener, action, topic, qos }, { replace: true, keepScroll: true })
        }
      />
      <DraftEditor text={text} onChange={setText} />
    </Stack>
  )
}
