import { authzManifests } from '@mqdeck/access/catalog'
import { z } from 'zod'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { ChoiceCards, TypeMark, useSearchState } from '../../../ui/index.ts'
import { CreatePage } from '../chain/index.ts'
import { manifestOf } from './kinds.ts'
import { messages } from './messages.ts'
import { sourceChain } from './source-chain.ts'

const search = z.object({ type: z.string().optional() })

/** Type, settings. */
export default function CreateSourcePage() {
  const texts = useMessages(messages)
  const locale = useLocale()
  const [{ type = '' }, setSearch] = useSearchState(search)
  const manifest = manifestOf(type)
  const typeChoice = {
    label: texts.type,
    note: manifest?.label[locale],
    onGo: () => setSearch({ type: undefined }),
  }
  return (
    <CreatePage kind={sourceChain} choices={[typeChoice]} made={manifest ? 1 : 0} id={manifest?.type}>
      {(isUsed) => (
        <ChoiceCards
          label={texts.type}
          cards={authzManifests.map((one) => ({
            value: one.type,
            label: one.label[locale],
            mark: <TypeMark type={one} size={36} />,
            about: one.about[locale],
            refusal: isUsed(one.type) ? texts.alreadyUsed : undefined,
          }))}
          onChoose={(next) => setSearch({ type: next })}
        />
      )}
    </CreatePage>
  )
}
