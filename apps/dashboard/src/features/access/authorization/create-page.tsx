import type { AuthzManifest } from '@mqdeck/access/catalog'
import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { ChoiceCards, PageHeader, Skeleton, Steps, toast, useGo, useSearchState } from '../../../ui/index.ts'
import { drawnFields } from './acl/acl-field.tsx'
import { hasRules, kinds, manifestOf } from './kinds.ts'
import { messages } from './messages.ts'
import { addSource, sourcesQuery } from './queries.ts'
import { hiddenFields, useFormGroups, usePlaceholders, useRulesCheck } from './use-form-parts.ts'
import { useNameOf } from './use-name-of.ts'
import { useTrySource } from './use-try-source.ts'

const search = z.object({ type: z.string().optional() })

/** Two steps. Each has its own URL, so that the back button of the browser returns to the previous step. */
export default function CreatePage() {
  const texts = useMessages(messages)
  const locale = useLocale()
  const [{ type = '' }, setSearch] = useSearchState(search)
  const chain = useData(sourcesQuery, undefined)
  const manifest = manifestOf(type)
  const steps = [
    { label: texts.type, note: manifest?.label[locale], onGo: () => setSearch({ type: undefined }) },
    { label: texts.settings },
  ]
  return (
    <>
      <PageHeader title={texts.createTitle} />
      <Steps label={texts.steps} steps={steps} current={manifest ? 1 : 0} />
      <QueryView query={chain} skeleton={<Skeleton height={240} />}>
        {(sources) => (manifest ? <FormStep key={type} manifest={manifest} /> : <TypeStep chain={sources} />)}
      </QueryView>
    </>
  )
}

function TypeStep({ chain }: { readonly chain: readonly AuthorizationSource[] }) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const [, setSearch] = useSearchState(search)
  const cards = kinds.map(({ type, label, about }) => ({
    value: type,
    label: label[locale],
    about: about[locale],
    refusal: chain.some((one) => one.type === type) ? texts.alreadyUsed : undefined,
  }))
  return <ChoiceCards label={texts.type} cards={cards} onChoose={(type) => setSearch({ type })} />
}

function FormStep({ manifest: { type, structs, example } }: { readonly manifest: AuthzManifest }) {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const go = useGo()
  const { run } = useChange(addSource)
  const start = useMemo(() => ({ ...example, type }), [example, type])
  const { tryOut, drawer } = useTrySource(type)
  return (
    <>
      <PlugInForm
        structs={structs}
        mode="create"
        value={start}
        groups={useFormGroups()}
        hide={hiddenFields}
        completions={usePlaceholders()}
        tryOut={tryOut}
        customFields={drawnFields}
        check={useRulesCheck()}
        saveLabel={texts.createSource}
        onSave={async (settings) => {
          await run({ ...(isRecord(settings) && settings), type })
          toast.success(texts.created(nameOf({ type })))
          const tab = hasRules({ type }) ? 'rules' : 'overview'
          go({ to: '/authorization/detail/$type', params: { type }, search: { tab } }, { replace: true })
        }}
      />
      {drawer}
    </>
  )
}
