import { useState } from 'react'
import { z } from 'zod'
import { useChange, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, toast, useGo, useSearchState } from '../../ui/index.ts'
import { newRuleId } from '../rules/index.ts'
import { FlowDesigner } from './designer/flow-designer.tsx'
import { emptyFlow, withInput } from './draft/flow-draft.ts'
import { flowMessages } from './messages.ts'
import { saveFlow } from './queries.ts'

const search = z.object({
  /** A topic or an event as the first input. */
  from: z.string().optional(),
})

export default function CreateFlowPage() {
  const texts = useMessages(flowMessages)
  const isViewer = useIsViewer()
  const go = useGo()
  const { run } = useChange(saveFlow)
  const [{ from }] = useSearchState(search)
  const [start] = useState(() => {
    const empty = emptyFlow(newRuleId())
    return from === undefined ? empty : withInput(empty, from.replaceAll('"', ''))
  })
  return (
    <>
      <PageHeader title={texts.newFlow} description={texts.newFlowAbout} />
      {isViewer ? (
        <EmptyState title={texts.viewer} />
      ) : (
        <FlowDesigner
          start={start}
          exists={false}
          onSave={async (draft) => {
            await run({ draft, rule: undefined })
            toast.success(texts.createdNamed(draft.id))
            go({ to: '/flow/$id', params: { id: draft.id } }, { replace: true })
          }}
        />
      )}
    </>
  )
}
