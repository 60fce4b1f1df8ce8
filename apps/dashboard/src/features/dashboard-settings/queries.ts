import { type dashboard, getDashboardConfig, updateDashboardConfig, type WireValue } from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

type DashboardSettings = WireValue<typeof dashboard>

export const dashboardSettingsQuery = defineQuery<undefined, DashboardSettings>({
  name: 'dashboard-settings',
  load: (call, _args, signal) => call(getDashboardConfig, { signal }),
})

export const saveDashboardSettings = defineChange<unknown, unknown>({
  // The broker validates the value, which may have fields that this dashboard does not know.
  apply: (call, value) => call(updateDashboardConfig, { body: value as DashboardSettings }),
  invalidates: [dashboardSettingsQuery],
})
