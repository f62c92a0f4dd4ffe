/** Files that the user chooses, in the sandbox: the launcher shows the dialog, and has the files open. */
import type { ChooseFiles } from '../../../../runtime/dom/host.js';
import { ChosenFile, type ChosenSource } from '../../../../runtime/script/chosen-file.js';
import { typeOfName } from '../../../../runtime/base/file-types.js';
import type { Channel } from '../../channel/channel.js';
import type { ChoosePayload, ChosenValue, ReadChosenPayload } from '../../channel/payloads.js';

export interface FilesHooks {
  activity(): void;
}

export function filesThrough(
  channel: Pick<Channel, 'request' | 'notify'>,
  { activity }: FilesHooks,
): ChooseFiles {
  // The launcher closes what no script can reach any more: a file and its slices share their source.
  const unused = new FinalizationRegistry<number>((id) => channel.notify('release-chosen', [id]));
  const fileOf = ({ id, ...facts }: ChosenValue['files'][number]): File => {
    const source: ChosenSource = {
      read: (start, end, signal) => readThrough(channel, { id, start, end }, signal),
      activity,
    };
    unused.register(source, id);
    return new ChosenFile(source, { ...facts, type: typeOfName(facts.name) });
  };
  return async ({ multiple, accept, label, signal }) => {
    const payload: ChoosePayload = { multiple, accept, label };
    const { value } = await channel.request('choose-files', payload, { signal });
    if (value === null) return undefined;
    return (value as ChosenValue).files.map(fileOf);
  };
}

async function* readThrough(
  channel: Pick<Channel, 'request'>,
  payload: ReadChosenPayload,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  try {
    const { body } = await channel.request('read-chosen', payload, { signal });
    for await (const piece of body ?? []) yield piece;
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DOMException(`the file cannot be read: ${reason}`, 'NotReadableError');
  }
}
