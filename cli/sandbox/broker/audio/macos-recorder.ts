/**
 * A recorder for macOS, which has no program that records: a script for the system's own interpreter (`osascript`), which
 * reaches the system's recorder. It writes samples to stdout until it is ended, as the programs of Linux do.
 *
 * The system's recorder writes files alone. The file loses its name as soon as it is open, so that no other program
 * opens it, and nothing of it is left however the script ends.
 */
import { SAMPLE_RATE } from './sound.js';

/** JavaScript for Automation. Objective-C methods without parameters are called by their name alone. */
export const MACOS_RECORDER = `ObjC.import('AVFoundation');
function run() {
  const name = 'tui-' + $.NSUUID.UUID.UUIDString.js + '.wav';
  const path = $.NSTemporaryDirectory().stringByAppendingPathComponent(name);
  const settings = $({
    // 'lpcm'
    AVFormatIDKey: 0x6c70636d,
    AVSampleRateKey: ${SAMPLE_RATE},
    AVNumberOfChannelsKey: 1,
    AVLinearPCMBitDepthKey: 16,
    AVLinearPCMIsFloatKey: false,
    AVLinearPCMIsBigEndianKey: false,
  });
  const url = $.NSURL.fileURLWithPath(path);
  const recorder = $.AVAudioRecorder.alloc.initWithURLSettingsError(url, settings, $());
  if (recorder.isNil() || !recorder.record) throw new Error('the system does not record');
  const input = $.NSFileHandle.fileHandleForReadingAtPath(path);
  $.NSFileManager.defaultManager.removeItemAtPathError(path, $());
  if (input.isNil()) throw new Error('the recording cannot be read');
  const output = $.NSFileHandle.fileHandleWithStandardOutput;
  // What is before the samples has the size that the system gives it.
  const mark = $('data').dataUsingEncoding(4);
  let head = $.NSMutableData.data;
  for (;;) {
    $.NSRunLoop.currentRunLoop.runUntilDate($.NSDate.dateWithTimeIntervalSinceNow(0.05));
    let bytes = input.readDataToEndOfFile;
    if (head !== undefined) {
      head.appendData(bytes);
      const size = Number(head.length);
      const at = Number(head.rangeOfDataOptionsRange(mark, 0, { location: 0, length: size }).location);
      // The mark, and four bytes of a length that is not known yet.
      const from = at + 8;
      if (from > size) continue;
      bytes = head.subdataWithRange({ location: from, length: size - from });
      head = undefined;
    }
    if (Number(bytes.length) > 0) output.writeData(bytes);
  }
}`;
