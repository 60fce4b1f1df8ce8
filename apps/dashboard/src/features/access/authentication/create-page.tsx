import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import {
  type ChoiceCard,
  ChoiceCards,
  PageHeader,
  Skeleton,
  Steps,
  toast,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { mechanismMessages } from '../../explain/index.ts'
import { formMessages } from './form-messages.ts'
import { hasUsers, idOf, kindsOf, type Mechanism, manifestOf, mechanisms } from './kinds.ts'
import { addAuthenticator, authenticatorsQuery } from './queries.ts'
import { hiddenFields, useFormGroups, usePlaceholders } from './use-form-parts.ts'
import { useNameOf } from './use-name-of.ts'
import { useTryAuthenticator } from './use-try-authenticator.ts'

const search = z.object({
  mechanism: z
    .string()
    .refine((name) => kindsOf(name).length > 0)
    .optional()
    .catch(undefined),
  backend: z.string().optional(),
})

/** Three steps. Each has its own URL, so that the back button of the browser returns to the previous step. */
export default function CreatePage() {
  const texts = useMessages(formMessages)
  const [{ mechanism, backend }] = useSearchState(search)
  const chain = useData(authenticatorsQuery, undefined)
  const manifest = mechanism === undefined ? undefined : manifestOf({ mechanism, backend })
  return (
    <>
      <PageHeader title={texts.createTitle} />
      <StepList mechanism={mechanism} backend={manifest?.backend} isChosen={manifest !== undefined} />
      <QueryView query={chain} skeleton={<Skeleton height={240} />}>
        {(authenticators) => {
          if (mechanism === undefined) return <MechanismStep chain={authenticators} />
          if (!manifest) return <BackendStep mechanism={mechanism} chain={authenticators} />
          return <FormStep key={idOf(manifest)} manifest={manifest} />
        }}
      </QueryView>
    </>
  )
}

interface StepListProps {
  readonly mechanism: string | undefined
  readonly backend: string | undefined
  readonly isChosen: boolean
}

function StepList({ mechanism, backend, isChosen }: StepListProps) {
  const texts = useMessages(formMessages)
  const names = useMechanismNames()
  const locale = useLocale()
  const [, setSearch] = useSearchState(search)
  const hasBackends = mechanism === undefined || kindsOf(mechanism).some((one) => one.backend !== undefined)
  const chosen = mechanism === undefined ? undefined : manifestOf({ mechanism, backend })
  const steps = [
    {
      label: texts.mechanism,
      note: mechanism === undefined ? undefined : names(mechanism),
      onGo: () => setSearch({ mechanism: undefined, backend: undefined }),
    },
    // JWT has no backend.
    ...(hasBackends
      ? [{ label: texts.backend, note: chosen?.label[locale], onGo: () => setSearch({ backend: undefined }) }]
      : []),
    { label: texts.settings },
  ]
  return (
    <Steps label={texts.steps} steps={steps} current={mechanism === undefined ? 0 : isChosen ? steps.length - 1 : 1} />
  )
}

interface StepProps {
  readonly chain: readonly ListedAuthenticator[]
}

function MechanismStep({ chain }: StepProps) {
  const texts = useMessages(formMessages)
  const names = useMechanismNames()
  const [, setSearch] = useSearchState(search)
  const isUsed = useIsUsed(chain)
  const cards = mechanisms.map((value): ChoiceCard<Mechanism> => {
    const kinds = kindsOf(value)
    const isFull = kinds.every(isUsed)
    return {
      value,
      label: names(value),
      about: texts.mechanismNotes[value],
      refusal: isFull ? (kinds.length === 1 ? texts.alreadyUsed : texts.allUsed) : undefined,
    }
  })
  return <ChoiceCards label={texts.mechanism} cards={cards} onChoose={(mechanism) => setSearch({ mechanism })} />
}

function BackendStep({ mechanism, chain }: StepProps & { readonly mechanism: string }) {
  const texts = useMessages(formMessages)
  const locale = useLocale()
  const [, setSearch] = useSearchState(search)
  const isUsed = useIsUsed(chain)
  const cards = kindsOf(mechanism).map((kind) => ({
    value: kind.backend ?? '',
    label: kind.label[locale],
    about: kind.about[locale],
    refusal: isUsed(kind) ? texts.alreadyUsed : undefined,
  }))
  return <ChoiceCards label={texts.backend} cards={cards} onChoose={(backend) => setSearch({ backend })} />
}

interface FormStepProps {
  readonly manifest: NonNullable<ReturnType<typeof manifestOf>>
}

function FormStep({ manifest }: FormStepProps) {
  const texts = useMessages(formMessages)
  const nameOf = useNameOf()
  const go = useGo()
  const { run } = useChange(addAuthenticator)
  const { mechanism, backend, structs, example } = manifest
  const kind = useMemo(() => ({ mechanism, ...(backend !== undefined && { backend }) }), [mechanism, backend])
  const start = useMemo(() => ({ ...example, ...kind }), [example, kind])
  const { tryOut, drawer } = useTryAuthenticator(kind)
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
        saveLabel={texts.createTitle}
        onSave={async (settings) => {
          const { id } = await run({ ...(isRecord(settings) && settings), ...kind })
          toast.success(texts.created(nameOf(kind)))
          const tab = hasUsers(kind) ? 'users' : 'overview'
          go({ to: '/authentication/detail/$id', params: { id }, search: { tab } }, { replace: true })
        }}
      />
      {drawer}
    </>
  )
}

/** Read from the current chain, since another user may have changed it after this page was opened. */
const useIsUsed = (chain: readonly ListedAuthenticator[]) =>
  useMemo(() => {
    const ids = new Set(chain.map(idOf))
    return (kind: Parameters<typeof idOf>[0]) => ids.has(idOf(kind))
  }, [chain])

function useMechanismNames(): (mechanism: string) => string {
  const names = useMessages(mechanismMessages)
  return (mechanism) => (names as Readonly<Record<string, string>>)[mechanism] ?? mechanism
}
