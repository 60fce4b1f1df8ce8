import { type IdleChoice, idleChoice, idleChoices, useIdleChoice, useTokenLifetime } from '../api/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Select } from '../ui/index.ts'
import { idleMessages } from './idle-messages.ts'

/** Selects the time of inactivity after which this browser signs out. */
export function IdleSetting() {
  const texts = useMessages(idleMessages)
  const format = useFormat()
  const chosen = useIdleChoice()
  const lifetime = useTokenLifetime()
  const nameOf = (choice: IdleChoice) => {
    if (choice === 'cluster')
      return lifetime === undefined ? texts.clusterSetting : texts.clusterSettingOf(format.duration(lifetime))
    return choice === 0 ? texts.never : format.duration(choice * 60_000)
  }
  return (
    <Select
      label={texts.setting}
      description={texts.note}
      value={String(chosen)}
      onChange={(value) => idleChoice.set(idleChoices.find((choice) => String(choice) === value) ?? chosen)}
      options={idleChoices.map((choice) => ({ value: String(choice), label: nameOf(choice) }))}
    />
  )
}
