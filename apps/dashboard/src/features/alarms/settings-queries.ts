import {
  type alarm,
  getAlarmConfig,
  getSysmonConfig,
  type sysmon,
  updateAlarmConfig,
  updateSysmonConfig,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../data/index.ts'
import { alarmsQuery } from './queries.ts'

type Sysmon = WireValue<typeof sysmon>
type AlarmSettings = WireValue<typeof alarm>

export const sysmonQuery = defineQuery<undefined, Sysmon>({
  name: 'sysmon',
  load: (call, _args, signal) => call(getSysmonConfig, { signal }),
})

export const alarmSettingsQuery = defineQuery<undefined, AlarmSettings>({
  name: 'alarm-settings',
  load: (call, _args, signal) => call(getAlarmConfig, { signal }),
})

export const saveSysmon = defineChange<unknown, unknown>({
  // A form's value is checked by the broker: it may have fields that are newer than this dashboard.
  apply: (call, value) => call(updateSysmonConfig, { body: value as Sysmon }),
  invalidates: [sysmonQuery],
})

export const saveAlarmSettings = defineChange<unknown, unknown>({
  // As above.
  apply: (call, value) => call(updateAlarmConfig, { body: value as AlarmSettings }),
  invalidates: [alarmSettingsQuery, alarmsQuery],
})
