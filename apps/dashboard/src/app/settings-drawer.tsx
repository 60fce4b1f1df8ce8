import { useEdition, useEditionHints, useSession } from '../api/index.ts'
import { type Locale, locale, useLocale, useMessages } from '../i18n/index.ts'
import {
  chooseTheme,
  Drawer,
  followSystem,
  SegmentedControl,
  Stack,
  Switch,
  type Theme,
  useFollowSystem,
  useTheme,
} from '../ui/index.ts'
import { IdleSetting } from './idle-setting.tsx'
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

/** Language and theme. Both take effect immediately without a reload, so that typed content is kept. */
export function SettingsDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const texts = useMessages(shellMessages)
  const theme = useTheme()
  const themes: readonly { readonly value: Theme; readonly label: string }[] = [
    { value: 'light', label: texts.light },
    { value: 'dark', label: texts.dark },
  ]
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.settings} size={340}>
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
        <IdleSetting />
        <EditionSetting />
      </Stack>
    </Drawer>
  )
}
