/**
 * What `osascript` is to the recorder's script, for a stand-in of it: the classes of macOS that the script uses. The
 * recorder writes a file as macOS does, with a filler before the samples, and 50 ms of a tone at each turn of the loop.
 */
import fs from 'node:fs';
import path from 'node:path';

const text = (js) => ({
  js,
  // Texts of JavaScript are taken as they are.
  stringByAppendingPathComponent: (name) => text(path.join(js, name.js ?? name)),
  dataUsingEncoding: () => data(Buffer.from(js)),
});
const nil = { isNil: () => true };
const data = (initial) => {
  let bytes = initial;
  return {
    get bytes() {
      return bytes;
    },
    // Numbers of 64 bits come as texts.
    get length() {
      return String(bytes.length);
    },
    appendData: (more) => void (bytes = Buffer.concat([bytes, more.bytes])),
    rangeOfDataOptionsRange: (mark, _options, { location, length }) => {
      const at = bytes.subarray(location, location + length).indexOf(mark.bytes);
      return { location: at < 0 ? 9223372036854775807 : location + at, length: 4 };
    },
    subdataWithRange: ({ location, length }) => {
      if (location + length > bytes.length) throw new Error('NSRangeException');
      return data(bytes.subarray(location, location + length));
    },
  };
};

/** @param folder where files are made @param canRecord false: the system refuses */
export const bridge = (folder, canRecord = true) => {
  let file;
  let phase = 0;
  const tone = () => {
    const samples = Buffer.alloc(1600);
    for (let at = 0; at < samples.length; at += 2) {
      samples.writeInt16LE(Math.round(8000 * Math.sin(phase++ / 4)), at);
    }
    return samples;
  };
  const $ = (value) =>
    value === undefined ? nil : typeof value === 'string' ? text(value) : value;
  return Object.assign($, {
    NSUUID: { UUID: { UUIDString: { js: 'A-B' } } },
    NSTemporaryDirectory: () => text(folder),
    NSURL: { fileURLWithPath: ({ js }) => js },
    NSMutableData: {
      get data() {
        return data(Buffer.of());
      },
    },
    AVAudioRecorder: {
      alloc: {
        initWithURLSettingsError: (url, settings) => ({
          isNil: () => false,
          get record() {
            if (!canRecord) return false;
            file = fs.openSync(url, 'w', 0o644);
            fs.writeSync(file, Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'));
            const format = Buffer.alloc(20);
            format.writeUInt32LE(16, 0);
            format.writeUInt16LE(1, 4);
            format.writeUInt16LE(settings.AVNumberOfChannelsKey, 6);
            format.writeUInt32LE(settings.AVSampleRateKey, 8);
            format.writeUInt16LE(settings.AVLinearPCMBitDepthKey, 18);
            fs.writeSync(file, format);
            fs.writeSync(file, Buffer.concat([Buffer.from('FLLR'), Buffer.alloc(4044)]));
            return true;
          },
        }),
      },
    },
    NSFileHandle: {
      fileHandleForReadingAtPath: ({ js }) => {
        const input = fs.openSync(js, 'r');
        let at = 0;
        return {
          isNil: () => false,
          get readDataToEndOfFile() {
            const bytes = Buffer.alloc(fs.fstatSync(input).size - at);
            at += fs.readSync(input, bytes, 0, bytes.length, at);
            return data(bytes);
          },
        };
      },
      fileHandleWithStandardOutput: { writeData: ({ bytes }) => void fs.writeSync(1, bytes) },
    },
    NSFileManager: {
      defaultManager: { removeItemAtPathError: ({ js }) => fs.rmSync(js) },
    },
    NSDate: { dateWithTimeIntervalSinceNow: (seconds) => seconds },
    NSRunLoop: {
      currentRunLoop: {
        runUntilDate: (seconds) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000);
          // The length is written when a recording ends.
          if (phase === 0) fs.writeSync(file, Buffer.from('data\0\0\0\0', 'latin1'));
          fs.writeSync(file, tone());
        },
      },
    },
  });
};
