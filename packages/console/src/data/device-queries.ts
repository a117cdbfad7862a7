import { answerDevice, getDevice } from '@comporta/contract/identity/device-api';
import { call } from '../api/call.ts';

/** The program that shows a code. It is kept in no cache: the code is good once. */
export function findDevice(userCode: string) {
  return call(getDevice, { params: { userCode } });
}

export function allowDevice(userCode: string, allow: boolean): Promise<undefined> {
  return call(answerDevice, { params: { userCode }, body: { allow } });
}
