import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData, useStable } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { PageHeader, Skeleton, toast, useGo, useSearchState } from '../../../ui/index.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { paths } from './paths.ts'
import { type Policy, type PolicyKind, type PolicyKindName, policyKinds } from './queries.ts'

// The header appears before the form has loaded.
const PolicyForm = lazy(async () => ({ default: (await import('./policy-form.tsx')).PolicyForm }))

export const CreateValidationPage = () => <CreatePage kind="validation" />
export const CreateTransformationPage = () => <CreatePage kind="transformation" />

const copySearch = z.object({ copy: z.string().optional() })

const starts = {
  validation: { strategy: 'all_pass', failure_action: 'drop', checks: [] },
  transformation: {
    payload_decoder: { type: 'json' },
    payload_encoder: { type: 'json' },
    failure_action: 'drop',
    operations: [],
  },
} as const

function CreatePage({ kind }: { readonly kind: PolicyKindName }) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const [{ copy }] = useSearchState(copySearch)
  return (
    <>
      <PageHeader title={texts.create} description={common.createAbout} />
      {copy === undefined ? <Form kind={kind} start={starts[kind]} /> : <Copy kind={kind} name={copy} />}
    </>
  )
}

function Copy({ kind, name }: { readonly kind: PolicyKindName; readonly name: string }) {
  const definition: PolicyKind<Policy> = policyKinds[kind]
  const query = useData(definition.one, { name })
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} />}>
      {({ enable: _, ...policy }) => <Form kind={kind} start={{ ...policy, name: `${name}_copy`.slice(0, 255) }} />}
    </QueryView>
  )
}

interface FormProps {
  readonly kind: PolicyKindName
  readonly start: Readonly<Record<string, unknown>>
}

function Form({ kind, start }: FormProps) {
  const common = useMessages(commonMessages)
  const go = useGo()
  const { run } = useChange(policyKinds[kind].create)
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <PolicyForm
        kind={kind}
        value={useStable(start)}
        saveLabel={common.create}
        onSave={async (settings) => {
          await run(settings)
          const name = String(settings.name)
          toast.success(common.createdNamed(name))
          go({ to: paths[kind].detail, params: { name } }, { replace: true })
        }}
      />
    </Suspense>
  )
}
