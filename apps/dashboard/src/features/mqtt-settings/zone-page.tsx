import { useLocale } from '../../i18n/index.ts'
import { type SettingsFormProps, SettingsPage, type SettingsPageProps } from '../../schema-form/index.ts'
import { FamilyHeader } from '../../ui/index.ts'
import { globalZoneQuery } from '../zones/index.ts'
import { mqttFamily } from './families.ts'
import { saveZone } from './queries.ts'

interface ZonePageProps
  extends Pick<SettingsPageProps<unknown>, 'note' | 'bySchema' | 'groups' | 'hide' | 'hints' | 'check'> {
  readonly root: keyof typeof saveZone
  readonly component: SettingsFormProps['component']
  /** Path of the tab that has the hidden fields of this root. */
  readonly hiddenOn?: (typeof mqttFamily)['tabs'][number]['path']
}

/** A settings page for one root of the zone `default`. */
export function ZonePage({ root, hiddenOn, ...page }: ZonePageProps) {
  const locale = useLocale()
  const other = mqttFamily.tabs.find(({ path }) => path === hiddenOn)
  return (
    <SettingsPage
      {...page}
      {...(other && { hiddenOn: other.title[locale] })}
      root={root}
      header={<FamilyHeader family={mqttFamily} />}
      query={globalZoneQuery}
      change={saveZone[root]}
      part={(zone) => zone[root]}
    />
  )
}
