import {
  type alarm,
  getAlarmConfig,
  getSysmonConfig,
  type sysmon,
  updateAlarmConfig,
  updateSysmonConfig,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'
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
  // The broker validates the value: it may have fields that this dashboard does not know yet.
  apply: (call, value) => call(updateSysmonConfig, { body: value as Sysmon }),
  invalidates: [sysmonQuery],
})

export const saveAlarmSettings = defineChange<unknown, unknown>({
  apply: (call, value) => call(updateAlarmConfig, { body: value as AlarmSettings }),
  invalidates: [alarmSettingsQuery, alarmsQuery],
})
