import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { Group, IconButton, Notice } from '../../ui/index.ts'
import { hintMessages } from './hint-messages.ts'
import { useEdition } from './use-edition.ts'

type Feature = keyof (typeof hintMessages)['en']['features']

/** The state of the hints: the dismissed ones, and whether hints are enabled. */
interface HintChoice {
  readonly isOff: boolean
  readonly dismissed: readonly string[]
}

const choice = createStoredValue<HintChoice>('editionHints', {
  parse(text) {
    const value = readJson(text)
    const { isOff, dismissed } = isRecord(value) ? value : {}
    return { isOff: isOff === true, dismissed: Array.isArray(dismissed) ? dismissed.map(String) : [] }
  },
  format: JSON.stringify,
})

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/**
 * A hint about a feature of the enterprise edition, where the cluster runs the open-source edition of EMQX. It can be
 * dismissed, and all hints can be disabled in the settings.
 */
export function EditionHint({ feature }: { readonly feature: Feature }) {
  const texts = useMessages(hintMessages)
  const edition = useEdition()
  const { isOff, dismissed } = useSyncExternalStore(choice.subscribe, choice.get)
  if (edition !== 'open-source' || isOff || dismissed.includes(feature)) return null
  return (
    <Notice>
      <Group justify="between" gap={3}>
        <span>{texts.features[feature]}</span>
        <IconButton
          label={texts.dismiss}
          size="small"
          icon={<IconX size={14} aria-hidden />}
          onClick={() => choice.set({ isOff, dismissed: [...dismissed, feature] })}
        />
      </Group>
    </Notice>
  )
}

/** Whether hints are shown, for the switch in the settings. Enabling it restores dismissed hints. */
export function useEditionHints(): readonly [boolean, (isOn: boolean) => void] {
  const { isOff } = useSyncExternalStore(choice.subscribe, choice.get)
  return [!isOff, (isOn) => choice.set({ isOff: !isOn, dismissed: [] })]
}
