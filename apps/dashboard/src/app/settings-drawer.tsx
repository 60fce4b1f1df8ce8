import {
  type IdleChoice,
  idleChoice,
  idleChoices,
  useEdition,
  useEditionHints,
  useIdleChoice,
  useSession,
  useTokenLifetime,
} from '../api/index.ts'
import { type Locale, locale, useFormat, useLocale, useMessages } from '../i18n/index.ts'
import {
  absoluteTimes,
  chooseTheme,
  Drawer,
  followSystem,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  type Theme,
  useAbsoluteTimes,
  useFollowSystem,
  useTheme,
} from '../ui/index.ts'
import { idleMessages } from './idle-messages.ts'
import { shellMessages } from './messages.ts'
import styles from './settings-drawer.module.css'

/** Each language by its own name, so that its speakers recognize it. */
const languages: readonly { readonly value: Locale; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
]

/** Only with an open-source cluster: its edition, and whether pages show enterprise edition hints. */
function EditionSetting() {
  const texts = useMessages(shellMessages)
  const version = useSession()?.version ?? ''
  const edition = useEdition()
  const [isOn, setOn] = useEditionHints()
  if (edition !== 'open-source') return null
  return (
    <div>
      <div className={styles.name}>{texts.edition}</div>
      <Stack gap={3}>
        <div>{texts.openSource(version)}</div>
        <Switch label={texts.editionHints} description={texts.editionHintsNote} checked={isOn} onChange={setOn} />
      </Stack>
    </div>
  )
}

/** Language, theme and times. All take effect immediately without a reload, so that typed content is kept. */
export function SettingsDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const texts = useMessages(shellMessages)
  const theme = useTheme()
  const themes: readonly { readonly value: Theme; readonly label: string }[] = [
    { value: 'light', label: texts.light },
    { value: 'dark', label: texts.dark },
  ]
  const times = [
    { value: 'relative', label: texts.relativeTimes },
    { value: 'absolute', label: texts.absoluteTimes },
  ]
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.preferences} size={340}>
      <Stack gap={6}>
        <div>
          <div className={styles.name}>{texts.language}</div>
          <SegmentedControl
            label={texts.language}
            value={useLocale()}
            onChange={locale.set}
            options={languages}
            fullWidth
          />
        </div>
        <div>
          <div className={styles.name}>{texts.theme}</div>
          <SegmentedControl label={texts.theme} value={theme} onChange={chooseTheme} options={themes} fullWidth />
        </div>
        <Switch
          label={texts.systemTheme}
          description={texts.systemThemeNote}
          checked={useFollowSystem()}
          onChange={(follow) => (follow ? followSystem.set(true) : chooseTheme(theme))}
        />
        <div>
          <div className={styles.name}>{texts.times}</div>
          <SegmentedControl
            label={texts.times}
            value={useAbsoluteTimes() ? 'absolute' : 'relative'}
            onChange={(value) => absoluteTimes.set(value === 'absolute')}
            options={times}
            fullWidth
          />
        </div>
        <IdleSetting />
        <EditionSetting />
      </Stack>
    </Drawer>
  )
}

/** Selects the time of inactivity after which this browser signs out. */
function IdleSetting() {
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
