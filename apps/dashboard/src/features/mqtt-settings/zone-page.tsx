import { type SettingsFormProps, SettingsPage, type SettingsPageProps } from '../../schema-form/index.ts'
import { FamilyHeader } from '../../ui/index.ts'
import { mqttFamily } from './families.ts'
import { saveZone, zoneQuery } from './queries.ts'

interface ZonePageProps
  extends Pick<SettingsPageProps<unknown>, 'note' | 'bySchema' | 'groups' | 'hide' | 'hints' | 'check'> {
  readonly root: keyof typeof saveZone
  readonly component: SettingsFormProps['component']
}

/** A page over one root of the zone `default`. */
export function ZonePage({ root, ...page }: ZonePageProps) {
  return (
    <SettingsPage
      {...page}
      root={root}
      header={<FamilyHeader family={mqttFamily} />}
      query={zoneQuery}
      change={saveZone[root]}
      part={(zone) => zone[root]}
    />
  )
}
