import type { Rule } from '@mqdeck/contract'
import { useState } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, Skeleton, toast, useGo, useSearchState } from '../../ui/index.ts'
import { partsOf, sourceSql } from '../integrations/index.ts'
import { editorMessages } from './editor/editor-messages.ts'
import { copyOf, emptyDraft, newRuleId, type RuleDraft } from './editor/rule-draft.ts'
import { RuleEditor } from './editor/rule-editor.tsx'
import { createRuleWithAll } from './editor/save-queries.ts'
import { messages } from './messages.ts'
import { ruleQuery } from './queries.ts'
import { adoptCases } from './test/test-cases.ts'

const search = z.object({
  /** ID of an action to add to the rule. */
  action: z.string().optional(),
  source: z.string().optional(),
  /** ID of the rule to duplicate. */
  copy: z.string().optional(),
  /** A topic or event to select from. */
  from: z.string().optional(),
})

export default function CreateRulePage() {
  const texts = useMessages(messages)
  const editor = useMessages(editorMessages)
  const isViewer = useIsViewer()
  const [{ action, source, copy, from }] = useSearchState(search)
  return (
    <>
      <PageHeader title={texts.newRule} description={copy === undefined ? undefined : editor.copyNote(copy)} />
      {isViewer ? (
        <EmptyState title={editor.viewer} />
      ) : copy === undefined ? (
        <New key={`${action} ${source} ${from}`} action={action} source={source} from={from} />
      ) : (
        <Copy key={copy} id={copy} />
      )}
    </>
  )
}

interface NewProps {
  readonly action: string | undefined
  readonly source: string | undefined
  readonly from: string | undefined
}

function New({ action, source, from }: NewProps) {
  const [start] = useState((): RuleDraft => {
    const empty = emptyDraft(newRuleId())
    return {
      ...empty,
      ...(source !== undefined && { sql: sourceSql(partsOf(source)) }),
      ...(from !== undefined && { sql: `SELECT\n  *\nFROM\n  "${from.replaceAll('"', '')}"` }),
      ...(action !== undefined && { outputs: [{ kind: 'action', id: action }] }),
    }
  })
  return <Form start={start} />
}

function Copy({ id }: { readonly id: string }) {
  const query = useData(ruleQuery, { id })
  return (
    <QueryView query={query} skeleton={<Skeleton height={480} />}>
      {(rule) => <FromRule rule={rule} />}
    </QueryView>
  )
}

/** Keeps the first response, so that later ones do not reset the form. */
function FromRule({ rule }: { readonly rule: Rule }) {
  const [start] = useState(() => copyOf(rule))
  return <Form start={start} />
}

function Form({ start }: { readonly start: RuleDraft }) {
  const texts = useMessages(editorMessages)
  const go = useGo()
  const { run } = useChange(createRuleWithAll)
  return (
    <RuleEditor
      start={start}
      exists={false}
      onSave={async (draft) => {
        await run(draft)
        adoptCases(draft.id)
        toast.success(texts.createdNamed(draft.id))
        go({ to: '/rule/rules/$id', params: { id: draft.id } }, { replace: true })
      }}
    />
  )
}
