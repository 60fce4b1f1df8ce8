import { authenticatorId } from '@mqdeck/access/catalog'
import { z } from 'zod'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { mechanismMessages } from '../../../lib/access/access-names.ts'
import { type ChoiceCard, ChoiceCards, TypeMark, useSearchState } from '../../../ui/index.ts'
import { CreatePage } from '../chain/index.ts'
import { authenticatorChain } from './authenticator-chain.ts'
import { type Mechanism, manifestsOf, mechanisms } from './kinds.ts'
import { messages } from './messages.ts'

const search = z.object({
  mechanism: z
    .string()
    .refine((name) => manifestsOf(name).length > 0)
    .optional()
    .catch(undefined),
  backend: z.string().optional(),
})

/** Mechanism, backend, settings. */
export default function CreateAuthenticatorPage() {
  const texts = useMessages(messages)
  const names: Readonly<Record<string, string>> = useMessages(mechanismMessages)
  const locale = useLocale()
  const [{ mechanism, backend }, setSearch] = useSearchState(search)
  const manifest = manifestsOf(mechanism ?? '').find((one) => one.backend === backend)
  const mechanismChoice = {
    label: texts.mechanism,
    note: mechanism === undefined ? undefined : (names[mechanism] ?? mechanism),
    onGo: () => setSearch({ mechanism: undefined, backend: undefined }),
  }
  const backendChoice = {
    label: texts.backend,
    note: manifest?.label[locale],
    onGo: () => setSearch({ backend: undefined }),
  }
  // JWT has no backend.
  const hasBackends = mechanism === undefined || manifestsOf(mechanism).some((one) => one.backend !== undefined)
  const choices = hasBackends ? [mechanismChoice, backendChoice] : [mechanismChoice]
  return (
    <CreatePage
      kind={authenticatorChain}
      choices={choices}
      made={mechanism === undefined ? 0 : manifest ? choices.length : 1}
      id={manifest && authenticatorId(manifest)}
    >
      {(isUsed) =>
        mechanism === undefined ? (
          <MechanismCards isUsed={isUsed} onChoose={(value) => setSearch({ mechanism: value })} />
        ) : (
          <BackendCards mechanism={mechanism} isUsed={isUsed} onChoose={(value) => setSearch({ backend: value })} />
        )
      }
    </CreatePage>
  )
}

interface CardsProps {
  readonly isUsed: (id: string) => boolean
  readonly onChoose: (value: string) => void
}

function MechanismCards({ isUsed, onChoose }: CardsProps) {
  const texts = useMessages(messages)
  const names = useMessages(mechanismMessages)
  const cards = mechanisms.map((value): ChoiceCard<Mechanism> => {
    const manifests = manifestsOf(value)
    const isFull = manifests.every((one) => isUsed(authenticatorId(one)))
    return {
      value,
      label: names[value],
      about: texts.mechanismNotes[value],
      refusal: isFull ? (manifests.length === 1 ? texts.alreadyUsed : texts.allUsed) : undefined,
    }
  })
  return <ChoiceCards label={texts.mechanism} cards={cards} onChoose={onChoose} />
}

function BackendCards({ mechanism, isUsed, onChoose }: CardsProps & { readonly mechanism: string }) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const cards = manifestsOf(mechanism).map((manifest) => ({
    value: manifest.backend ?? '',
    label: manifest.label[locale],
    mark: <TypeMark type={manifest} size={36} />,
    about: manifest.about[locale],
    refusal: isUsed(authenticatorId(manifest)) ? texts.alreadyUsed : undefined,
  }))
  return <ChoiceCards label={texts.backend} cards={cards} onChoose={onChoose} />
}
