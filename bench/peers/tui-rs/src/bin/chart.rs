// The line chart of tui-rs 0.19 (ratatui's ancestor, the same widget) over the points of bench/lines.mjs, into a buffer of 120 x 30:
// milliseconds of CPU for the first frame and for one after each append.
use tui::{backend::TestBackend, style::{Color, Style}, symbols::Marker, text::Span, widgets::{Axis, Chart, Dataset, GraphType}, Terminal};
fn value(i: usize) -> f64 { 50.0 + 40.0 * (i as f64 / 9000.0).sin() + (i * 7919 % 11) as f64 + if i % 100_003 == 0 { 60.0 } else { 0.0 } }
fn cpu() -> f64 { unsafe { let mut r: libc::rusage = std::mem::zeroed(); libc::getrusage(libc::RUSAGE_SELF, &mut r); (r.ru_utime.tv_sec + r.ru_stime.tv_sec) as f64 * 1e3 + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) as f64 / 1e3 } }
fn draw(t: &mut Terminal<TestBackend>, points: &[(f64, f64)]) {
    let (from, to) = (points[0].0, points[points.len() - 1].0);
    t.draw(|f| {
        let set = Dataset::default().name("load").marker(Marker::Braille).graph_type(GraphType::Line).style(Style::default().fg(Color::Cyan)).data(points);
        let labels = |a: f64, b: f64| vec![Span::raw(format!("{a}")), Span::raw(format!("{b}"))];
        let chart = Chart::new(vec![set]).x_axis(Axis::default().bounds([from, to]).labels(labels(from, to))).y_axis(Axis::default().bounds([0.0, 160.0]).labels(labels(0.0, 160.0)));
        f.render_widget(chart, f.size());
    }).unwrap();
}
fn main() {
    let count: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let mut points: Vec<(f64, f64)> = (0..count).map(|i| (i as f64, value(i))).collect();
    let mut t = Terminal::new(TestBackend::new(120, 30)).unwrap();
    let before = cpu();
    draw(&mut t, &points);
    let first = cpu() - before;
    let frames = 20;
    let before = cpu();
    for i in count..count + frames { points.remove(0); points.push((i as f64, value(i))); draw(&mut t, &points); }
    println!("tui-rs 0.19, {count} points: first paint {first:.1} ms, an append with its frame {:.2} ms", (cpu() - before) / frames as f64);
}
